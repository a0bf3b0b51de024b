import { expect, test } from "vitest";
import { aJob, aJobFile } from "../../testing/people.ts";
import { contentsOf, type FileNode, faultyBelow, treeOf } from "./file-tree.ts";

const mail = aJobFile({ originalName: "mail.msg", state: "unpacked" });
const zip = aJobFile({ originalName: "invoices.zip", state: "unpacked", parentId: mail.id });
const inZip = (originalName: string, part: object) => aJobFile({ originalName, parentId: zip.id, ...part });
const ready = inZip("a.pdf", { state: "converted", pages: 1 });
const locked = inZip("b.pdf", { state: "refused", reason: "password" });
const logo = aJobFile({ originalName: "logo.png", state: "set-aside", parentId: mail.id });
const last = aJobFile({ originalName: "last.pdf", state: "converted" });

const names = (nodes: FileNode[]): unknown[] =>
  nodes.map(({ file, items }) => (items.length > 0 ? [file.originalName, names(items)] : file.originalName));
const rootOf = (...files: (typeof mail)[]) => treeOf(aJob("processing", { files }))[0] as FileNode;

test("files stand in their containers, in the job's order, without those that are set aside", () => {
  const tree = treeOf(aJob("processing", { files: [mail, zip, ready, locked, logo, last] }));
  expect(names(tree)).toEqual([["mail.msg", [["invoices.zip", ["a.pdf", "b.pdf"]]]], "last.pdf"]);
});

test("a container counts the documents inside at any depth, and has the light of the worst of them", () => {
  const counted = (...files: (typeof mail)[]) => contentsOf(rootOf(mail, zip, ...files));
  expect(counted(ready, locked)).toEqual({ documents: 2, converted: 1, word: "Needs you" });
  expect(counted(ready, { ...locked, state: "waiting" })).toMatchObject({ word: "Processing" });
  expect(counted({ ...ready, state: "waiting" })).toMatchObject({ documents: 1, converted: 0, word: "Pending" });
  expect(counted(ready, { ...locked, state: "left-out" })).toEqual({ documents: 1, converted: 1, word: "Ready" });
  expect(counted({ ...ready, state: "left-out" })).toMatchObject({ documents: 0, word: "Unpacked" });
});

test("the files that need a user are found at any depth", () => {
  expect(faultyBelow(rootOf(mail, zip, ready, locked)).map(({ file }) => file)).toEqual([locked]);
});
