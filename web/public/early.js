// Runs before the first paint. A file of its own because the content security policy forbids inline scripts.

// A forced theme never flashes the other one. "system" needs nothing: the style sheet follows the device by itself.
(() => {
  try {
    const theme = localStorage.getItem("vite-ui-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the device decides.
  }
})();

// A form that is sent before the page's own script is there waits for it (src/ui/drawn.ts): left to itself, the browser
// would put what was typed into the address.
document.addEventListener(
  "submit",
  (event) => {
    if (!document.querySelector("#root[data-drawn]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.target.dataset.sent = "";
  },
  true,
);

// A button that is pressed in the picture of a page is pressed again when the page itself has taken its place
// (src/ui/early-press.ts).
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#root[data-picture] button");
    if (!button) return;
    const place = [...document.querySelectorAll("#root button")].indexOf(button);
    document.documentElement.dataset.pressed = String(place);
    button.setAttribute("aria-busy", "true");
  },
  true,
);

// What the keyboard has come to in the picture has the focus on the page as well.
document.addEventListener("focusin", (event) => {
  if (!event.target.closest("#root[data-picture]")) return;
  const place = [...document.querySelectorAll("#root :is(a, button)")].indexOf(event.target);
  document.documentElement.dataset.focused = String(place);
});

// A shortcut (src/shell/shortcuts.ts) waits for the page as well.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !["u", "/"].includes(event.key)) return;
  if (!document.querySelector("#root[data-picture]")) return;
  event.preventDefault();
  document.documentElement.dataset.key = event.key;
});
