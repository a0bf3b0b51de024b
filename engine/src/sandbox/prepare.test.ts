import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Candidate } from "./choose-launcher.ts";
import type { Launcher } from "./launcher.ts";
import type { PrepareOptions } from "./prepare.ts";
import type { Probe } from "./probe.ts";

const machine = vi.hoisted(() => ({
  candidates: [] as Candidate[],
  probe: vi.fn<(child: { launcher: Launcher }) => Promise<Probe>>(),
}));
vi.mock("./choose-launcher.ts", () => ({ candidates: () => machine.candidates }));
vi.mock("./probe.ts", () => ({ probe: machine.probe }));
vi.mock("./bundle.ts", () => ({ sandboxProgram: async () => "a.mjs", programOrSource: (program: string) => program }));
vi.mock("../office/find-office.ts", () => ({ findOffice: () => null }));
vi.mock("../installed/notes.ts", () => ({ installedNotes: () => ["Fonts are missing."] }));
vi.mock("../installed/languages.ts", () => ({ installedLanguages: () => ["eng"] }));
vi.mock("../installed/second-reader.ts", () => ({ hasSecondReader: () => true }));
const { prepare } = await import("./prepare.ts");

const root = mkdtempSync(join(tmpdir(), "sheaf-prepare-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => void machine.probe.mockReset());

const prepared = () =>
  prepare({ scratchDir: join(root, "scratch"), cacheDir: join(root, "cache"), sandbox: "auto" } as PrepareOptions);
const sandbox = (name: Launcher["kind"], open?: () => never): Candidate => ({
  name,
  open: async () => open?.() ?? ({ kind: name, notes: [`Notes of ${name}.`] } as unknown as Launcher),
});
const works = (note: string | null): Probe => ({
  refusal: null,
  office: { office: "kit", officeVersion: "25.8", note },
});
const refuses = (refusal: string): Probe => ({ refusal, office: { office: "none", officeVersion: null, note: null } });
const reading = { readingLanguages: ["eng"], hasSecondReader: true };

test("the first sandbox that works is used, and later ones are not tried", async () => {
  machine.candidates = [sandbox("bubblewrap"), sandbox("landlock")];
  machine.probe.mockResolvedValue(works("LibreOffice is old."));
  const { health, startSandboxedProcess } = await prepared();
  expect(health).toEqual({
    sandbox: "bubblewrap",
    office: "kit",
    officeVersion: "25.8",
    ...reading,
    notes: ["Notes of bubblewrap.", "LibreOffice is old.", "Fonts are missing."],
  });
  expect(startSandboxedProcess).not.toBeNull();
  expect(machine.probe).toHaveBeenCalledTimes(1);
});

test("a sandbox that cannot be opened or lets documents out is passed over", async () => {
  machine.candidates = [
    sandbox("bubblewrap", () => {
      throw new Error("no such program");
    }),
    sandbox("bubblewrap"),
    sandbox("landlock"),
  ];
  machine.probe.mockImplementation(async ({ launcher }) =>
    launcher.kind === "landlock" ? works(null) : refuses("It leaks."),
  );
  const { health } = await prepared();
  expect(health).toMatchObject({ sandbox: "landlock", notes: ["Notes of landlock.", "Fonts are missing."] });
});

test("without a sandbox nothing is converted, and each reason is told once", async () => {
  const fails = () => {
    throw new Error("no such program");
  };
  machine.candidates = [sandbox("bubblewrap", fails), sandbox("landlock"), sandbox("landlock")];
  machine.probe.mockResolvedValue(refuses("It leaks."));
  const { health, startSandboxedProcess } = await prepared();
  expect(startSandboxedProcess).toBeNull();
  expect(health).toEqual({
    sandbox: "none",
    office: "none",
    officeVersion: null,
    ...reading,
    notes: ["bubblewrap: no such program", "It leaks.", "Nothing is converted.", "Fonts are missing."],
  });
});
