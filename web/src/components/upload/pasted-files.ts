import { type RefObject, useEffect, useRef } from "react";

const fields = "input, textarea, [contenteditable]";

/**
 * Adds pasted files, wherever in the dialog the focus is. Text for a field stays text, and pasting in a dialog above
 * this one is ignored.
 * @param part an element of the dialog
 */
export function usePastedFiles(part: RefObject<Element | null>, add: AddFiles): void {
  usePaste((element) => element.closest("[role=dialog]")?.contains(part.current) ?? true, add);
}

/** Adds files pasted on a page while no dialog is open. */
export function useFilesPastedOnPage(add: AddFiles): void {
  usePaste(() => document.querySelector("[role=dialog][data-state=open]") === null, add);
}

type AddFiles = (files: Iterable<File>) => void;

function usePaste(isMeant: (target: Element) => boolean, add: AddFiles): void {
  const now = useRef({ isMeant, add });
  useEffect(() => {
    now.current = { isMeant, add };
  });
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { target, clipboardData } = event;
      if (!clipboardData || clipboardData.files.length === 0) return;
      const element = target instanceof Element ? target : document.body;
      if (!now.current.isMeant(element)) return;
      if (element.closest(fields) && holdsText(clipboardData)) return;
      // Prevents a field from receiving the files' names.
      event.preventDefault();
      now.current.add(clipboardData.files);
    }
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}

/** Office programs add a picture to copied text; file managers add the names of copied files as text. */
function holdsText(clipboard: DataTransfer): boolean {
  const names = [...clipboard.files].map(({ name }) => name);
  const lines = clipboard.getData("text/plain").split(/[\r\n]+/);
  return lines.some((line) => line !== "" && !names.some((name) => line.endsWith(name)));
}
