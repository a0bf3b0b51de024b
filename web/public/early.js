// Runs before the first paint. A separate file because the content security policy forbids inline scripts.

// Applies a forced theme, so that the other one never flashes. "system" needs nothing: the style sheet follows the
// device.
(() => {
  try {
    const theme = localStorage.getItem("vite-ui-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the device decides.
  }
})();

// A form submitted before the page's script has loaded is submitted again afterwards (src/ui/server-rendered.ts): the
// browser itself would put the typed values into the address.
document.addEventListener(
  "submit",
  (event) => {
    if (!document.querySelector("#root[data-rendered]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.target.dataset.sent = "";
  },
  true,
);

// A button clicked on a prerendered page is clicked again when the app has replaced that page (src/ui/early-press.ts).
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#root[data-preview] button");
    if (!button) return;
    const place = [...document.querySelectorAll("#root button")].indexOf(button);
    document.documentElement.dataset.pressed = String(place);
    button.setAttribute("aria-busy", "true");
  },
  true,
);

// The control focused on the prerendered page receives the focus in the app as well.
document.addEventListener("focusin", (event) => {
  if (!event.target.closest("#root[data-preview]")) return;
  const place = [...document.querySelectorAll("#root :is(a, button)")].indexOf(event.target);
  document.documentElement.dataset.focused = String(place);
});

// A shortcut (src/shell/shortcuts.ts) is repeated in the app as well.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !["u", "/"].includes(event.key)) return;
  if (!document.querySelector("#root[data-preview]")) return;
  event.preventDefault();
  document.documentElement.dataset.key = event.key;
});
