import { documentTitle } from "@sheaf/contracts/page-title.ts";
import { useEffect } from "react";
import { focusNewPage } from "./page-focus.ts";

/** Sets the title of the browser tab, and moves the focus for users of screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
    focusNewPage();
  }, [title]);
}
