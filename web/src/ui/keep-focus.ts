import { useEffect } from "react";
import { focusPage } from "./page-focus.ts";

/** Time for other code to move the focus itself, as a closing dialog does. */
const graceMs = 100;

/**
 * When the focused element is removed, such as a deleted row or a button that is no longer needed, the browser would
 * continue at the top of the page without an announcement. The focus moves to the drawer or dialog instead, or to the
 * page's heading.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let around: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function remember({ target }: FocusEvent) {
      if (!(target instanceof Element)) return;
      last = target;
      around = target.closest<HTMLElement>("[role=dialog]");
    }
    function look() {
      if (document.activeElement !== document.body || !last || last.isConnected) return;
      last = undefined;
      if (around?.isConnected) around.focus({ preventScroll: true });
      else focusPage();
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(look, graceMs);
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
