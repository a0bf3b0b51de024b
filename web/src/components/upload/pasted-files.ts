import { type RefObject, useEffect } from "react";

const fields = "input, textarea, [contenteditable]";

/**
 * Adds pasted files, wherever in the dialog the focus is. Text for a field stays text, and what is pasted into a dialog above
 * this one is not for it.
 * @param part something of the dialog
 */
export function usePastedFiles(part: RefObject<Element | null>, add: (files: Iterable<File>) => void): void {
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { target, clipboardData } = event;
      if (!clipboardData || clipboardData.files.length === 0) return;
      const element = target instanceof Element ? target : document.body;
      const dialog = element.closest("[role=dialog]");
      if (dialog && !dialog.contains(part.current)) return;
      if (element.closest(fields) && holdsText(clipboardData)) return;
      // Or a field would take the files' names.
      event.preventDefault();
      add(clipboardData.files);
    }
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [part, add]);
}

/** Office programs put a picture beside the text that was copied; file managers put the names of the files. */
function holdsText(clipboard: DataTransfer): boolean {
  const names = [...clipboard.files].map(({ name }) => name);
  const lines = clipboard.getData("text/plain").split(/[\r\n]+/);
  return lines.some((line) => line !== "" && !names.some((name) => line.endsWith(name)));
}
