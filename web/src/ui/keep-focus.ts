import { useEffect } from "react";
import { focusPage } from "./arrival.ts";

/** So long others have to put the focus somewhere themselves, as a closing dialog does. */
const patienceMs = 100;

/**
 * When what has the focus goes — a row that was deleted, a button whose work is done — the keyboard would begin again
 * at the top of the window, without a word. It stays in the drawer or dialog instead, or comes to the name of the page.
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
      timer = setTimeout(look, patienceMs);
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
