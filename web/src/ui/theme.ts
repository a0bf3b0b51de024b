import type { Settings } from "@sheaf/contracts/settings.ts";

export type Theme = Settings["theme"];

/** Shared with public/early.js, which reads it before the first paint. */
const key = "vite-ui-theme";

/** What this device was told; undefined on a new one, or where storage is blocked. */
export function deviceTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" || stored === "system" ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Shows it without keeping it. The style sheet follows the device by itself when nothing is forced. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Shows it, now and from the first paint of the next visit. */
export function keepTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It holds until the page is left.
  }
}
