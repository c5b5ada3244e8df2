/* Where the site has its lessons. JupyterLite names its storage by this path. */

export const LESSONS_PATH = new URL("lite/", import.meta.url).pathname;
