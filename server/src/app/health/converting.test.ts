import { closedFolderNote, installationNote, installedNotes } from "@sheaf/engine/installed/notes.ts";
import { expect, test } from "vitest";
import { withoutPrograms } from "../../platform/queue/workers.ts";
import type { ConvertingMachine } from "./converting.ts";
import { examineFonts } from "./examinations/fonts.ts";
import { examineOffice } from "./examinations/office.ts";
import { examinePrograms } from "./examinations/programs.ts";
import { examineReading } from "./examinations/reading.ts";
import { examineSandbox } from "./examinations/sandbox.ts";
import { sandboxRemedy } from "./sandbox-remedy.ts";

const machine: ConvertingMachine = {
  sandbox: "bubblewrap",
  office: "kit",
  officeVersion: "25.2.3.2",
  readingLanguages: ["deu", "eng"],
  hasSecondReader: false,
  notes: [],
};
const remedy = { words: "Allow user namespaces.", command: "sysctl user.max_user_namespaces=15000" };
const auto = { wanted: "auto", remedy } as const;

test("a machine with everything installed is ok in all examinations", () => {
  expect(examineOffice([machine])).toMatchObject({ state: "ok", words: expect.stringContaining("25.2.3.2") });
  expect(examineFonts([machine]).state).toBe("ok");
  expect(examinePrograms([machine]).state).toBe("ok");
  expect(examineReading([machine])).toMatchObject({ state: "ok", words: expect.stringContaining("deu, eng") });
  expect(examineSandbox([machine], auto).state).toBe("ok");
});

test("a missing LibreOffice is a failure, and the remedy installs it", () => {
  const none: ConvertingMachine = { ...machine, office: "none", notes: ["LibreOffice is not installed."] };
  expect(examineOffice([none])).toMatchObject({ state: "failed", remedy: { command: "./sheaf set-up programs" } });
});

test("an old LibreOffice is a warning with its version", () => {
  const note =
    "LibreOffice 7.4.7.2 is older than 25.2, which Sheaf is tried with: some office files may print otherwise.";
  expect(examineOffice([{ ...machine, notes: [note] }])).toMatchObject({ state: "warning", words: note });
});

test("missing fonts are a warning, missing programs too, and without qpdf no PDF can be converted", () => {
  const notes = (note: string) => [{ ...machine, notes: [note] }];
  expect(examineFonts(notes("Fonts are missing: Carlito (for Calibri)."))).toMatchObject({
    state: "warning",
    words: expect.stringContaining("Carlito"),
  });
  expect(examinePrograms(notes("Programs are missing: jemalloc (office files take longer).")).state).toBe("warning");
  expect(examinePrograms(notes("Programs are missing: qpdf (no PDF can be converted).")).state).toBe("failed");
});

test("a missing Tesseract is a warning, and the remedy installs it", () => {
  const notes = installedNotes([], [], []);
  expect(examineReading([{ ...machine, readingLanguages: [], notes }])).toMatchObject({
    state: "warning",
    words: expect.stringContaining("Tesseract with English is not installed"),
    remedy: { command: "./sheaf set-up programs" },
  });
});

test("the second reader is told, and a machine without it is ok", () => {
  expect(examineReading([{ ...machine, hasSecondReader: true }]).words).toContain("read again by the second reader");
  expect(examineReading([machine])).toMatchObject({ state: "ok", words: expect.stringContaining("4 GB of memory") });
});

test("a missing sandbox is a failure, and a sandbox that is switched off is a warning", () => {
  const none: ConvertingMachine = { ...machine, sandbox: "none", office: "none", notes: ["No sandbox can be made."] };
  expect(examineSandbox([none], auto)).toEqual({ state: "failed", words: "No sandbox can be made.", remedy });
  expect(examineOffice([none]).state).toBe("unknown");
  const off: ConvertingMachine = { ...machine, sandbox: "off", notes: ["The sandbox is switched off."] };
  expect(examineSandbox([off], { wanted: "off", remedy })).toMatchObject({
    state: "warning",
    remedy: { words: expect.stringContaining("SHEAF_SANDBOX") },
  });
});

test("Landlock is a warning unless the operator chose it", () => {
  const landlock: ConvertingMachine = { ...machine, sandbox: "landlock", notes: ["They see which processes run."] };
  expect(examineSandbox([landlock], auto)).toMatchObject({ state: "warning", remedy });
  expect(examineSandbox([landlock], { wanted: "landlock", remedy }).state).toBe("ok");
});

test("documents opened as root because of a closed folder are a warning that names the folder", () => {
  const notes = ["Another sentence.", closedFolderNote("/root/x.y")];
  expect(examineSandbox([{ ...machine, notes }], auto)).toMatchObject({
    state: "warning",
    remedy: { command: "chmod o+x /root/x.y" },
  });
});

test("the worst of several machines is shown, and without machines the state is unknown", () => {
  const other = { ...machine, notes: ["Fonts are missing: Carlito (for Calibri)."] };
  expect(examineFonts([machine, other]).state).toBe("warning");
  expect(examineFonts([])).toMatchObject({ state: "unknown", words: "No worker runs that could tell." });
});

test.each([
  ["kernel.unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"],
  ["user.max_user_namespaces", "0", "sysctl user.max_user_namespaces=15000"],
  ["kernel.apparmor_restrict_unprivileged_userns", "1", "sysctl kernel.apparmor_restrict_unprivileged_userns=0"],
])("where %s is %s the remedy is %s", (setting, value, command) => {
  expect(sandboxRemedy((name) => (name === setting ? value : undefined), []).command).toBe(command);
});

test("a machine whose programs are being installed waits, and no remedy is named", () => {
  const waiting = { state: "warning", words: installationNote };
  expect(examineOffice([withoutPrograms])).toEqual(waiting);
  expect(examineFonts([withoutPrograms])).toEqual(waiting);
  expect(examinePrograms([withoutPrograms])).toEqual(waiting);
  expect(examineSandbox([withoutPrograms], auto)).toEqual(waiting);
});

test("a missing bubblewrap is the first remedy", () => {
  expect(sandboxRemedy(() => "0", ["bubblewrap (…)"]).command).toBe("./sheaf set-up programs");
});
