import type { Settings } from "@sheaf/contracts/settings.ts";

export type Theme = Settings["theme"];

/** Also read by public/early.js before the first paint. */
const key = "vite-ui-theme";

/** Returns the theme stored on this device; undefined on a new one, or where storage is blocked. */
export function deviceTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" || stored === "system" ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Applies a theme without storing it. Without data-theme the style sheet follows the device. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Applies and stores a theme, for this page and from the first paint of the next visit. */
export function keepTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: the theme lasts until the page is left.
  }
}
