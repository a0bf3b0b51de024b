import { documentTitle } from "@sheaf/contracts/page-title.ts";
import { useEffect } from "react";

/** The browser tab says where one is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
