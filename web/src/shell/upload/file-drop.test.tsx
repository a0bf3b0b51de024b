import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useFileDrop } from "./file-drop.ts";

const names: string[] = [];
function DropArea() {
  const { dragging, listeners } = useFileDrop((files) => names.push(...files.map(({ name }) => name)));
  return (
    <div {...listeners}>
      <p>{dragging ? "held above" : "nothing"}</p>
      <button type="button">inside</button>
    </div>
  );
}

class FileEntry {
  readonly isDirectory = false;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  file(done: (file: File) => void) {
    done(new File(["x"], this.name));
  }
}
class FolderEntry {
  readonly isDirectory = true;
  readonly name = "papers";
  readonly inside: unknown[];
  constructor(inside: unknown[]) {
    this.inside = inside;
  }
  /** Returns two entries at a time, as browsers return a hundred at a time. */
  createReader() {
    let told = 0;
    return {
      readEntries: (done: (part: unknown[]) => void) => {
        done(this.inside.slice(told, told + 2));
        told += 2;
      },
    };
  }
}
const drop = (entries: { name: string; isDirectory: boolean }[]) => ({
  types: ["Files"],
  files: entries.map(({ name }) => new File(["x"], name)),
  items: entries.map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry })),
});

test("a hint shows while files are dragged over any part of the page, until they leave or are dropped", async () => {
  render(<DropArea />);
  const [text, button] = [screen.getByText("nothing"), screen.getByRole("button")];
  const held = { dataTransfer: drop([new FileEntry("a.pdf")]) };
  fireEvent.dragEnter(text, held);
  fireEvent.dragEnter(button, held);
  fireEvent.dragLeave(text, held);
  screen.getByText("held above");
  fireEvent.dragLeave(button, held);
  screen.getByText("nothing");

  fireEvent.dragEnter(text, held);
  fireEvent.drop(text, held);
  screen.getByText("nothing");
  await waitFor(() => expect(names.splice(0)).toEqual(["a.pdf"]));
});

test("dragged text is not a file", () => {
  render(<DropArea />);
  fireEvent.dragEnter(screen.getByRole("button"), { dataTransfer: { types: ["text/plain"] } });
  screen.getByText("nothing");
});

test("all files of a dropped folder are added, also from subfolders, except files of the operating system", async () => {
  vi.stubGlobal("FileSystemFileEntry", FileEntry);
  vi.stubGlobal("FileSystemDirectoryEntry", FolderEntry);
  render(<DropArea />);
  const deeper = new FolderEntry([new FileEntry("c.pdf")]);
  const folder = new FolderEntry([new FileEntry("a.pdf"), new FileEntry(".DS_Store"), new FileEntry("b.jpg"), deeper]);
  fireEvent.drop(screen.getByRole("button"), { dataTransfer: drop([folder]) });
  await waitFor(() => expect(names.splice(0)).toEqual(["a.pdf", "b.jpg", "c.pdf"]));
  vi.unstubAllGlobals();
});
