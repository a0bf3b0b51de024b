import { expect, test } from "vitest";
import { pdfFilterOptions, pdfProfileItems } from "./pdf-export.ts";

const settings = {
  ExportBookmarks: "true",
  ExportBookmarksToPDFDestination: "false",
  ExportNotes: "false",
  ExportNotesInMargin: "false",
  ExportNotesPages: "false",
  ExportHiddenSlides: "false",
  ExportFormFields: "false",
  EmbedStandardFonts: "true",
  UseTaggedPDF: "false",
  IsAddStream: "false",
};

test.each([
  ["exact", { UseLosslessCompression: "true", ReduceImageResolution: "false" }],
  ["small", { UseLosslessCompression: "false", ReduceImageResolution: "true" }],
] as const)("the filter with %s pictures is given every setting", (pictures, own) => {
  const given = Object.entries({ ...settings, ...own }).map(([name, value]) => [name, { type: "boolean", value }]);
  expect(JSON.parse(pdfFilterOptions[pictures])).toEqual(Object.fromEntries(given));
});

test("the profile has the settings of small pictures, one item each", () => {
  const given = { ...settings, UseLosslessCompression: "false", ReduceImageResolution: "true" };
  const items = [...pdfProfileItems.matchAll(/oor:name="(\w+)" oor:op="fuse"><value>(\w+)<\/value>/g)];
  expect(Object.fromEntries(items.map(([, name, value]) => [name, value]))).toEqual(given);
  expect(pdfProfileItems.trimEnd().split("\n")).toHaveLength(12);
});
