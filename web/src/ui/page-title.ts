import { documentTitle } from "@sheaf/contracts/page-title.ts";
import { useEffect } from "react";
import { arrive } from "./arrival.ts";

/** The browser tab says where one is, and so does the focus to those who do not see it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
    arrive();
  }, [title]);
}
