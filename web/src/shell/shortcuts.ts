import { useLayoutEffect } from "react";
import { singleKeys } from "../ui/single-keys.ts";
import { useOpenSearch } from "./search/search-provider.tsx";
import { useNewUpload } from "./upload/new-upload.ts";

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Shortcuts: `u` starts an upload, `/` opens the search, `?` lists the keys. They do nothing while typing, behind an
 * open dialog, and where they are turned off.
 * @param list shows the keys
 */
export function useShortcuts(list: () => void): void {
  const newUpload = useNewUpload();
  const openSearch = useOpenSearch();
  // A layout effect, so that it runs before replacePicture: a key pressed between that and a later listener would be
  // lost.
  useLayoutEffect(() => {
    const shortcuts: Record<string, (() => void) | undefined> = { u: newUpload, "/": openSearch, "?": list };
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
      if (!singleKeys()) return;
      if (document.querySelector("[role=dialog][data-state=open], [role=menu]")) return;
      const work = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
      if (!work) return;
      event.preventDefault();
      work();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
