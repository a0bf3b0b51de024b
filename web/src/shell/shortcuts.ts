import { useEffect } from "react";
import { useNewUpload } from "./new-upload.ts";

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `u` starts an upload, `/` goes to the search of the page. Neither while typing, nor behind an open dialog. */
export function useShortcuts(): void {
  const newUpload = useNewUpload();
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
      if (document.querySelector("[role=dialog][data-state=open], [role=menu]")) return;
      if (event.key === "u") {
        event.preventDefault();
        newUpload();
      }
      const search = event.key === "/" ? document.querySelector<HTMLInputElement>("[data-search]") : null;
      if (!search) return;
      event.preventDefault();
      search.focus();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
