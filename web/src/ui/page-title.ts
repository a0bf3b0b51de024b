import { useEffect } from "react";

/** The browser tab says where one is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
}
