/**
 * What a document that has taken over a cell might run there, in place of the cell's own program. The first line of standard
 * input names the deed as the file to convert. It never answers.
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { CellRequest, CellStart } from "../sandbox/protocol.ts";

const { workDir, homeDir } = JSON.parse(process.argv[2] ?? "{}") as CellStart;
const tenMegabytes = Buffer.alloc(10 * 2 ** 20, 1);
const hoard: Buffer[] = [];

/** Sleeps under a name that the test can look for. */
function sleeper(name: string, detached: boolean): void {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)", name], { detached, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}

const deeds: Record<string, (token: string) => void> = {
  "never answer": () => {},
  "fill the memory": () => void setInterval(() => hoard.push(Buffer.alloc(tenMegabytes.length, 1)), 10),
  "fill the disk": () => void setInterval(() => appendFileSync(join(workDir, "big"), tenMegabytes), 10),
  "fill its home": () => void setInterval(() => appendFileSync(join(homeDir, "big"), tenMegabytes), 10),
  "start many": (token) => {
    for (let count = 0; count < 10; count++) sleeper(token, false);
  },
  "leave the group": (token) => {
    sleeper(token, true);
    sleeper(token, false);
  },
};

process.stdin.setEncoding("utf8").once("data", (line: string) => {
  const request = JSON.parse(line) as CellRequest;
  if (request.do === "convert") deeds[request.name]?.(request.file);
});
setInterval(() => {}, 60_000);
