import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eicar, startFakeClamd } from "../../../testing/scan/fake-clamd.ts";
import { readConfig } from "../config/config.ts";
import { openScanner, type Scanner, ScannerDown } from "./clamd.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-scan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const clean = file("clean.txt", "Wages of May");
const infected = file("infected.txt", eicar);
const large = file("large.bin", Buffer.alloc(3_000_000, "a"));
const { signal } = new AbortController();

function scannerAt(CLAMD_ADDRESS: string): Scanner {
  const scanner = openScanner(readConfig({ CLAMD_ADDRESS }));
  if (!scanner) throw new Error("There is no scanner");
  return scanner;
}

async function expectVerdicts(scanner: Scanner): Promise<void> {
  expect(await scanner.scan(clean, signal)).toBeUndefined();
  expect(await scanner.scan(infected, signal)).toMatch(/eicar/i);
  await expect(scanner.scan(large, signal)).rejects.toThrow("did not accept a whole file");
  await expect(scanner.check()).resolves.toBeUndefined();
}

test("scans through a server with clamd's protocol over TCP", async () => {
  const clamd = await startFakeClamd();
  const scanner = scannerAt(clamd.address);
  await expectVerdicts(scanner);
  await clamd.close();
  await expect(scanner.scan(clean, signal)).rejects.toThrow(ScannerDown);
  await expect(scanner.check()).rejects.toThrow("cannot be reached. Files wait.");
});

test("a file that was not scanned completely does not count as clean", async () => {
  const odd = await startFakeClamd({ maxBytes: 0 });
  await expect(scannerAt(odd.address).scan(clean, signal)).rejects.toThrow("did not accept a whole file");
  await odd.close();
  expect(openScanner(readConfig({}))).toBeUndefined();
});

test("a connection is closed once its answer is there, although the server leaves it open", async () => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("close", () => closed.resolve());
    socket.on("data", () => socket.write("PONG\0"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await scannerAt(`127.0.0.1:${port}`).check();
  await closed.promise;
  server.close();
});

const program = "/usr/sbin/clamd";

describe.skipIf(!existsSync(program))("Debian's clamd with a signature of the test's own", () => {
  let clamd: ChildProcess;
  const socket = join(folder, "clamd.sock");
  beforeAll(async () => {
    const lines = [
      "Foreground yes",
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${folder}`,
      "StreamMaxLength 2M",
      "MaxFileSize 2M",
      "AlertExceedsMax yes",
      "User root",
      "Debug no",
    ];
    writeFileSync(join(folder, "clamd.conf"), `${lines.join("\n")}\n`);
    // Name, any file type, any position, the bytes in hex (docs.clamav.net, "Extended signatures").
    writeFileSync(join(folder, "own.ndb"), `Sheaf.Eicar-Test:0:*:${Buffer.from(eicar).toString("hex")}\n`);
    clamd = spawn(program, ["-c", join(folder, "clamd.conf")], { stdio: "ignore" });
    await vi.waitFor(() => scannerAt(socket).check(), { timeout: 15_000, interval: 50 });
  });
  afterAll(() => clamd.kill());

  test("detects the signature, and reports a file that it cannot scan", () => expectVerdicts(scannerAt(socket)));
});
