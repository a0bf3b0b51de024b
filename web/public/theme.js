// Runs before the first paint, so that a forced theme never flashes the other one. "system" needs nothing: the style
// sheet follows the device by itself. A file of its own because the content security policy forbids inline scripts.
(() => {
  try {
    const theme = localStorage.getItem("vite-ui-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the device decides.
  }
})();
