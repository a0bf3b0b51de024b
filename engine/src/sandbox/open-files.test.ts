import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deletedBytes, waitingBytes } from "./open-files.ts";

function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-open-files-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Opens a new file with some bytes, of which a disk gives it whole blocks. */
function openNew(path: string, length: number): { descriptor: number; bytes: number } {
  const descriptor = openSync(path, "w+");
  onTestFinished(() => closeSync(descriptor));
  writeSync(descriptor, Buffer.alloc(length, 1));
  return { descriptor, bytes: fstatSync(descriptor).blocks * 512 };
}

test("files that are deleted from the folders but still open take space, and others do not count", () => {
  const [dir, other] = [tempFolder(), tempFolder()];
  const names = ["one", "two"].map((name) => join(dir, name));
  const sizes = names.map((path, at) => openNew(path, 20_000 * (at + 1)).bytes);
  const elsewhere = openNew(join(other, "elsewhere"), 70_000);
  unlinkSync(join(other, "elsewhere"));
  expect(deletedBytes([process.pid], [dir])).toBe(0);

  unlinkSync(names[0] ?? "");
  expect(deletedBytes([process.pid], [dir])).toBe(sizes[0]);
  unlinkSync(names[1] ?? "");
  const [one = 0, two = 0] = sizes;
  expect(one).toBeGreaterThanOrEqual(20_000);
  expect(deletedBytes([process.pid], [dir])).toBe(one + two);
  expect(deletedBytes([process.pid], [other, dir])).toBe(one + two + elsewhere.bytes);
  expect(deletedBytes([process.pid], [dir.slice(0, -1)])).toBe(0);
  expect(deletedBytes([], [dir])).toBe(0);
});

test("a deleted file that is open twice counts once", () => {
  const dir = tempFolder();
  const path = join(dir, "one");
  const { bytes } = openNew(path, 20_000);
  const again = openSync(path, "r");
  onTestFinished(() => closeSync(again));
  unlinkSync(path);
  expect(deletedBytes([process.pid, process.pid], [dir])).toBe(bytes);
});

test("the buffers of sockets and pipes count once a process has more than 256 files open", async () => {
  const names = (of: number) => readdirSync(`/proc/${of}/fd`);
  // Its three standard streams are sockets here; it holds ends of pipes besides.
  const script =
    'exec {pipe}< <(sleep 60); while read -r count; do for ((at = 0; at < count; at++)); do exec {file}</dev/null; done; echo "$count"; done';
  const shell = spawn("bash", ["-c", script], { detached: true });
  const { pid = 0 } = shell;
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  const openMore = async (count: number) => {
    shell.stdin.write(`${count}\n`);
    await once(shell.stdout, "data");
  };
  await openMore(0);
  await openMore(256 - names(pid).length);
  expect(names(pid)).toHaveLength(256);
  expect(waitingBytes([pid])).toBe(0);
  await openMore(1);
  const targets = new Set(names(pid).flatMap((name) => readlinkSync(`/proc/${pid}/fd/${name}`)));
  const [sockets = 0, pipes = 0] = ["socket:", "pipe:"].map(
    (start) => [...targets].filter((target) => target.startsWith(start)).length,
  );
  expect([sockets, pipes > 0]).toEqual([3, true]);
  expect(waitingBytes([pid])).toBe(3 * 212_992 + pipes * 65_536);
  expect(waitingBytes([pid, pid])).toBe(3 * 212_992 + pipes * 65_536);
});
