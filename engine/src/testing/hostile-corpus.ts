import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import sharp from "sharp";

export const hostileCorpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus-hostile");

/** One hostile file and its expected outcome. The README of the corpus describes the fields. */
export interface HostileFile {
  name: string;
  group: string;
  required: {
    outcome: "converted" | "container" | "rejected";
    reason?: string;
    forbid?: string[];
    warning?: Warning["code"];
  };
  also_acceptable?: string[];
  note?: string;
}

export interface HostileName {
  upload_name: string;
  attempts: string;
  required: string;
}

/**
 * Outcomes that differ from the manifest's: files with macros print as they were saved, since macros are left out and
 * no longer refused, and archives are unpacked.
 */
const printsNow: HostileFile["required"] = { outcome: "converted", warning: "macros-not-run" };
const changed: Record<string, HostileFile["required"]> = {
  "macro-06-vba-autoopen-docm-as.docx": printsNow,
  "macro-07-vba-autoopen.xlsx": printsNow,
  "zip-08-plain-zip-as.docx": { outcome: "container" },
};

/** Reads the manifest; returns empty lists when the corpus is missing. */
export function readHostile(): { files: HostileFile[]; names: HostileName[] } {
  const path = join(hostileCorpus, "MANIFEST.json");
  if (!existsSync(path)) return { files: [], names: [] };
  const manifest: { files: HostileFile[]; names: HostileName[] } = JSON.parse(readFileSync(path, "utf8"));
  const files = manifest.files.map((file) => ({ ...file, required: changed[file.name] ?? file.required }));
  return { ...manifest, files };
}

/**
 * Returns the acceptable outcomes as "converted", "container" or "rejected:reason". A further one may be named only in
 * the text of `note`.
 */
export function acceptable({ required, also_acceptable = [], note = "" }: HostileFile): string[] {
  const { outcome, reason } = required;
  const first = outcome === "rejected" ? `rejected:${reason}` : outcome;
  const refusedAs = /\breject(?:ed)? as (\w+)/.exec(note)?.[1];
  const mayConvert = /or converted|may convert|converted is fine|or scaled to A4/.test(note);
  return [
    first,
    ...also_acceptable,
    ...(refusedAs ? [`rejected:${refusedAs}`] : []),
    ...(mayConvert ? ["converted"] : []),
  ];
}

const run = promisify(execFile);
const roomy = { maxBuffer: 2 ** 28, encoding: "latin1" as const };

/** Time limit for a program that extracts the words of one output. */
const readMs = 20_000;
/** PDF names of actions and attachments that a PDF viewer might execute or open. */
const activeName =
  /\/(?:JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|GoToR|XFA|RichMedia)(?![A-Za-z0-9])/g;
const linkTarget = /\/URI\s*(\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f\s]*>)/g;
/** Secrets that the hostile files try to copy into the output, from this machine or past the converter. */
const leakedSecret = /LEAK-CANARY|ENVCANARY|EMBEDDED-CANARY|META-CANARY|GPS-CANARY|root:x:0/g;
/** Groups of files whose only page may be blank or a picture. */
const wordless = /^(?:img|pdf|bomb|txt|csvout)-/;

/**
 * Checks an output for everything that it must not contain, and for what it must contain.
 * @param paths folders of this machine whose names must not occur in the output
 * @returns a phrase for each fault; empty when there is none
 */
export async function wrongInOutput(pdfPath: string, { name }: HostileFile, paths: string[]): Promise<string[]> {
  const bytes = await readFile(pdfPath, "latin1");
  const expandedPath = `${pdfPath}.qdf`;
  // Exit code 3 is a warning.
  await run("qpdf", ["--qdf", "--object-streams=disable", pdfPath, expandedPath]).catch((error) => {
    if (error.code !== 3) throw error;
  });
  const expanded = await readFile(expandedPath, "latin1");
  await rm(expandedPath);
  const objects = expanded.replaceAll(/\nstream\r?\n[\s\S]*?\nendstream/g, "");
  const read = run("pdftotext", ["-layout", "-enc", "UTF-8", pdfPath, "-"], { ...roomy, timeout: readMs });
  const text = await read.then(
    ({ stdout }) => stdout,
    () => null,
  );
  if (text === null) return ["it takes a reader too long"];
  const { stdout: facts } = await run("pdfinfo", [pdfPath], roomy);

  const wrong: string[] = [];
  if (!bytes.startsWith("%PDF")) wrong.push("it does not begin with %PDF");
  for (const [found] of objects.matchAll(activeName)) wrong.push(`it has ${found}`);
  for (const [, target = ""] of objects.matchAll(linkTarget)) {
    const link = plainString(target);
    if (!/^(?:https?|mailto):/i.test(link)) wrong.push(`it links to ${link}`);
  }
  for (const part of [expanded, text, facts]) {
    for (const [found] of part.matchAll(leakedSecret)) wrong.push(`it carries ${found}`);
  }
  for (const path of ["/scratch/", "/app/", "/tmp/home", ...paths]) {
    if (text.includes(path) || objects.includes(path)) wrong.push(`it names the folder ${path}`);
  }
  if (text.split(/[^\w.-]+/).includes(hostname())) wrong.push("it names this machine");
  if (/img-18|pdf-18/.test(name) && /<script/.test(expanded)) wrong.push("it carries the script's text");
  if (await hasMagentaPicture(pdfPath)) wrong.push("it shows the magenta picture");
  if (!wordless.test(name) && !text.replaceAll(/\s/g, "").includes("OK-CONTROL"))
    wrong.push("the document's own text OK-CONTROL is missing");
  return [...new Set(wrong)];
}

/** Decodes a string of a PDF: in brackets with escapes, or "<hex>". */
function plainString(written: string): string {
  if (written.startsWith("<")) return Buffer.from(written.slice(1, -1).replaceAll(/\s/g, ""), "hex").toString("latin1");
  return written.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}

/** Returns whether a PDF contains the picture of the listener and the canary folder: 64 x 64 pixels, one colour. */
async function hasMagentaPicture(pdfPath: string): Promise<boolean> {
  const { stdout: list } = await run("pdfimages", ["-list", pdfPath], roomy);
  if (!/^\s*\d+\s+\d+\s+\S+\s+64\s+64\s/m.test(list)) return false;
  const prefix = `${pdfPath}.picture`;
  await run("pdfimages", ["-png", pdfPath, prefix], roomy);
  const [dir, base] = [join(prefix, ".."), prefix.slice(prefix.lastIndexOf("/") + 1)];
  const pictures = (await readdir(dir)).filter((name) => name.startsWith(base)).map((name) => join(dir, name));
  const looks = await Promise.all(pictures.map(isMagenta));
  await Promise.all(pictures.map((path) => rm(path)));
  return looks.some(Boolean);
}

async function isMagenta(path: string): Promise<boolean> {
  const { channels } = await sharp(path).stats();
  const [red = 0, green = 255, blue = 0] = channels.map(({ mean }) => mean);
  return red > 200 && green < 60 && blue > 200;
}
