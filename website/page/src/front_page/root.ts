/* The folder of the site. The built script lies in it. */

export const ROOT = new URL(".", import.meta.url);
