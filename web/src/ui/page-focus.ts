let last = typeof window === "undefined" ? undefined : window.location.pathname;

/** Moves the focus to the page's heading, where a screen reader continues when the focused control is gone. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Moves the focus to the heading of a new page: without a reload a screen reader would not announce it, and the focus
 * would stay on an element that may be gone. The first page, a link to an anchor, and a page that sets the focus itself
 * are left alone.
 */
export function focusNewPage(): void {
  const { pathname, hash } = window.location;
  if (pathname === last) return;
  last = pathname;
  if (hash || document.querySelector("[role=dialog], main :focus")) return;
  focusPage();
}
