import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { macroCanaries } from "../../fixtures/macro-canaries.ts";
import { findOffice } from "./office/find-office.ts";
import { type MacroTraps, setMacroTraps } from "./testing/macro-traps.ts";

const option = (name: string, value: string) =>
  `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
/** A profile that lets every macro run. */
const allowing = `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${option("MacroSecurityLevel", "0")}${option("DisableMacrosExecution", "false")}<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item></oor:items>`;

/**
 * The macros of these kinds run in LibreOffice: it has no interpreter for those of Excel 4, runs Python only where that
 * is installed, starts none in a presentation, and finds no module in the old or binary workbooks of the fixtures.
 */
const running: Record<string, string[]> = {
  "vba.docm": ["pwned-docm-file", "pwned-docm-process"],
  "vba.doc": ["pwned-doc-file", "pwned-doc-process"],
  "vba.xlsm": ["pwned-xlsm-file", "pwned-xlsm-process"],
  "basic.odt": ["pwned-odt-file", "pwned-odt-process", "requested /odt"],
  "basic.ods": ["pwned-ods-file", "pwned-ods-process", "requested /ods"],
  "basic.fodt": ["pwned-fodt-file", "pwned-fodt-process", "requested /fodt"],
};

let dir: string;
let traps: MacroTraps;
beforeAll(async () => {
  traps = await setMacroTraps();
  dir = await mkdtemp(join(tmpdir(), "sheaf-macros-allowed-"));
});
afterAll(async () => {
  await traps?.close();
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
});

/** LibreOffice ends after this time, or when `isDone`: nobody is there to close the document. */
const openMs = 30_000;
const checkMs = 200;

async function open(path: string, isDone: () => Promise<boolean>): Promise<void> {
  const home = join(dir, "profile");
  await mkdir(join(home, "user"), { recursive: true });
  await writeFile(join(home, "user", "registrymodifications.xcu"), allowing);
  const { programDir = "" } = findOffice() ?? {};
  const program = ["soffice.bin", "soffice"].map((name) => join(programDir, name)).find((one) => existsSync(one)) ?? "";
  const options = [`-env:UserInstallation=${pathToFileURL(home).href}`, "--headless", "--norestore", "--nolockcheck"];
  const child = spawn(program, [...options, path], { stdio: "ignore", timeout: openMs, killSignal: "SIGKILL" });
  const ended = once(child, "close");
  const checks = setInterval(() => void isDone().then((done) => done && child.kill("SIGKILL")), checkMs);
  await ended;
  clearInterval(checks);
}

/** Without this, the tests that no macro runs could not fail. */
test("with macros allowed and without a sandbox, the macros of the fixtures write, start a program and connect", async () => {
  const canaries = (await macroCanaries(traps.target)).filter(({ name }) => name in running);
  for (const { name, bytes } of canaries) await writeFile(join(dir, name), bytes);
  // The first LibreOffice only makes the profile, and ends.
  await open(join(dir, "vba.docm"), async () => false);
  await traps.sprung();
  for (const { name } of canaries) {
    // Macros start by several events, so traces of the document before may still arrive.
    const found = new Set<string>();
    const missing = () => running[name]?.filter((trace) => !found.has(trace));
    await open(join(dir, name), async () => {
      for (const one of await traps.sprung()) found.add(one);
      return missing()?.length === 0;
    });
    expect(missing(), name).toEqual([]);
  }
});
