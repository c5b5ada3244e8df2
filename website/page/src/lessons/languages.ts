/* The languages of the lessons. */

export type Language = "en" | "es";

export const LANGUAGES: readonly Language[] = ["en", "es"];
