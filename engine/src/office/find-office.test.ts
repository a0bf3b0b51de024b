import { dirname, matchesGlob } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { findOffice } from "./find-office.ts";
import { officeKitLibraries } from "./office-kit-libraries.ts";

/** The files that exist. */
const { files } = vi.hoisted(() => ({ files: new Set<string>() }));
vi.mock("node:fs", () => ({
  existsSync: (path: string) => [...files].some((file) => file === path || file.startsWith(`${path}/`)),
  globSync: (pattern: string) =>
    [...files].map((file) => dirname(file)).filter((folder) => matchesGlob(folder, pattern)),
}));
beforeEach(() => files.clear());

const find = (...existing: string[]) => {
  for (const file of existing) files.add(file);
  return findOffice();
};
const [library = ""] = officeKitLibraries;

test("without LibreOffice nothing is found", () => {
  expect(find()).toBeNull();
  expect(find("/opt/other/program/soffice", "/opt/libreoffice-old/program/soffice")).toBeNull();
});

test.each([
  ["/usr/lib/libreoffice/program"],
  ["/usr/lib64/libreoffice/program"],
  ["/opt/libreoffice/program"],
  ["/opt/libreoffice25.2/program"],
  ["/Applications/LibreOffice.app/Contents/MacOS"],
])("LibreOffice is found in %s, with the kit where its library exists", (programDir) => {
  expect(find(`${programDir}/soffice`)).toEqual({ programDir, way: "soffice" });
  expect(find(`${programDir}/${library}`)).toEqual({ programDir, way: "kit" });
});

test.each([...officeKitLibraries, "soffice.bin"])("%s alone is enough", (file) => {
  expect(find(`/opt/libreoffice/program/${file}`)).toMatchObject({ way: file === "soffice.bin" ? "soffice" : "kit" });
});

test("a distribution's LibreOffice precedes others, and a newer one an older", () => {
  expect(find("/opt/libreoffice24.8/program/soffice", "/opt/libreoffice25.2/program/soffice")).toMatchObject({
    programDir: "/opt/libreoffice25.2/program",
  });
  files.clear();
  expect(find("/opt/libreoffice24.8/program/soffice", "/opt/libreoffice7.6/program/soffice")).toMatchObject({
    programDir: "/opt/libreoffice24.8/program",
  });
  expect(find(`/usr/lib/libreoffice/program/soffice`)).toMatchObject({ programDir: "/usr/lib/libreoffice/program" });
});
