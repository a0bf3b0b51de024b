import { type DragEvent, useRef, useState } from "react";
import { showFailure } from "../../ui/toast.tsx";

/** Files that operating systems store in folders to display them. */
const systemFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/**
 * Handles files dropped on an element or its descendants, including files in dropped folders.
 * @returns whether files are being dragged over it, and the event listeners of the element
 */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false);
  const over = useRef<EventTarget[]>([]);

  /** The pointer enters an element before it leaves another one: it has left the area only when none is left. */
  function setElementsOver(on: EventTarget[]) {
    over.current = on;
    setDragging(on.length > 0);
  }
  const elementsWithout = (gone: EventTarget) =>
    over.current.filter((target) => target !== gone && target instanceof Node && target.isConnected);

  const listeners = {
    onDragEnter(event: DragEvent) {
      if (hasFiles(event)) setElementsOver([...elementsWithout(event.target), event.target]);
    },
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave(event: DragEvent) {
      setElementsOver(elementsWithout(event.target));
    },
    onDrop(event: DragEvent) {
      setElementsOver([]);
      if (!hasFiles(event)) return;
      event.preventDefault();
      filesOf(event.dataTransfer).then(
        (files) => files.length > 0 && onDrop(files),
        () => showFailure("The folder could not be read", "Drop the files inside it instead."),
      );
    },
  };
  return { dragging, listeners };
}

/** Reads all dropped files. The dropped entries are available only during the event, the contents of folders later. */
async function filesOf({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry() ?? []) : []));
  const plain = [...files];
  if (!entries.some(({ isDirectory }) => isDirectory)) return plain;
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry instanceof FileSystemFileEntry) {
    return systemFiles.has(entry.name) ? [] : [await new Promise<File>((done, failed) => entry.file(done, failed))];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const inside: FileSystemEntry[] = [];
  // readEntries returns a long folder in parts, and then an empty array.
  for (let part = await nextPart(reader); part.length > 0; part = await nextPart(reader)) inside.push(...part);
  return (await Promise.all(inside.map(filesIn))).flat();
}

const nextPart = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
