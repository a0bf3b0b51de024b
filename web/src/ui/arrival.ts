let last = typeof window === "undefined" ? undefined : window.location.pathname;

/** Where a person reads on when the control that had the focus is gone: at the name of the page. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * For a page that has just taken the place of another: without loading anew nothing says so to a screen reader, and the
 * focus stays on what may be gone. The first page, a link to an anchor, and what takes the focus for itself are left
 * alone.
 */
export function arrive(): void {
  const { pathname, hash } = window.location;
  if (pathname === last) return;
  last = pathname;
  if (hash || document.querySelector("[role=dialog], main :focus")) return;
  focusPage();
}
