import { mkdir } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { type Archive, openArchive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { controlsWarning, withControlPictures } from "./form-controls.ts";
import { missingInsertions } from "./insertions.ts";
import { withStoredFields } from "./stored-fields.ts";
import { wordStories } from "./word-fields.ts";
import { writeChanged } from "./write-changed.ts";

/** A grey frame with a cross, 64 by 64 pixels, as PNG: what a reader knows from web pages whose pictures are missing. */
const crossedFrame = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AgIBizNOVAAAAwUlEQVR42mXSwQkCMRAF0J8YMOAlYAMBGwnYWM" +
    "DGVDx4tAQ70T+T2X/QXPbB7v5MZoJPLAhv+NrjtXDAc+GIx8IJ94UzbgsXXKc90w7XYchENxSiGSpRDY0ohk5kwyCSYRJgUIKBQdnBoOJgUHUw" +
    "qDkY1B0MGg4GTQcm6Rg50Eug1UBtgdIDeQTS/IVe6WP9rkBtoU23MlSYSlXxOo4OqCOrCVtb1Ci1Ts1Ue9VwjUBD2cakwWmUGq7GrQugK/F3W7" +
    "4b91v/ngxEKgAAAABJRU5ErkJggg==",
  "base64",
);

const pictureName = "sheaf-missing-picture.png";

/**
 * An Office Open XML document as LibreOffice is to get it: without protection against editing, with the text of fields that it would
 * get wrong, with pictures of controls, and with a crossed frame for each picture that it only links to. Those are never fetched, and the
 * reader sees where something is missing. A container that LibreOffice could not open is written anew.
 * @param workDir of this file's own; the changed document is written there, under its own name
 * @returns the document itself where nothing is to be changed
 */
export async function preparePackage(path: string, workDir: string): Promise<{ path: string; warnings: Warning[] }> {
  const archive = await openArchive(path);
  try {
    const changed = new Map<string, Buffer>();
    let isLinking = false;
    let count = 0;
    for (const name of archive.names.filter((one) => /\.rels$/i.test(one))) {
      const xml = (await archive.read(name))?.toString("utf8") ?? "";
      const linked = new Set<string>();
      // ../media lies beside the folder of the part that the relationships belong to.
      const folder = posix.dirname(posix.dirname(name));
      const target = posix.relative(folder, `media/${pictureName}`);
      const inside = xml.replaceAll(/<(?:\w+:)?Relationship\b[^>]*>/g, (relationship) => {
        const isLink = attribute(relationship, "TargetMode") === "External";
        if (!isLink || !attribute(relationship, "Type")?.endsWith("/image")) return relationship;
        linked.add(attribute(relationship, "Id") ?? "");
        return relationship
          .replace(/\sTargetMode\s*=\s*("[^"]*"|'[^']*')/, "")
          .replace(/\sTarget\s*=\s*("[^"]*"|'[^']*')/, ` Target="${target}"`);
      });
      if (linked.size === 0) continue;
      isLinking = true;
      changed.set(name, Buffer.from(inside));
      const part = posix.join(folder, posix.basename(name).replace(/\.rels$/i, ""));
      const owner = (await archive.read(part))?.toString("utf8");
      if (owner === undefined) continue;
      const own = embedded(owner, linked);
      changed.set(part, Buffer.from(own));
      count += drawn(own, linked);
    }
    const warnings = await missingInsertions(archive);
    const stories = await readStories(archive, changed);
    refuseTooManyBreaks(stories.get("word/document.xml") ?? "");
    for (const [name, xml] of stories) {
      const drawn = withControlPictures(xml);
      if (drawn.isMissing && !warnings.includes(controlsWarning)) warnings.push(controlsWarning);
      if (drawn.xml === xml) continue;
      stories.set(name, drawn.xml);
      changed.set(name, Buffer.from(drawn.xml, "latin1"));
    }
    for (const [name, xml] of withStoredFields(stories)) changed.set(name, Buffer.from(xml, "latin1"));
    for (const [name, protection] of protections) {
      const stated = (await archive.read(name))?.toString("latin1") ?? "";
      const open = stated.replaceAll(protection, "");
      if (open !== stated) changed.set(name, Buffer.from(open, "latin1"));
    }
    if (changed.size === 0 && !archive.hasEndlessParts) return { path, warnings };

    const types = (await archive.read("[Content_Types].xml"))?.toString("utf8") ?? "";
    if (isLinking) changed.set("[Content_Types].xml", Buffer.from(withPng(types)));
    const prepared = join(workDir, "prepared", basename(path));
    await mkdir(dirname(prepared));
    await writeChanged(archive, changed, prepared, isLinking ? [[`media/${pictureName}`, crossedFrame]] : []);
    if (count === 0) return { path: prepared, warnings };
    const text =
      count === 1
        ? "A picture that the file only links to is missing: a crossed frame stands in its place."
        : `${count} pictures that the file only links to are missing: crossed frames stand in their places.`;
    return { path: prepared, warnings: [...warnings, { code: "linked-pictures-missing", text }] };
  } finally {
    archive.close();
  }
}

/**
 * What keeps others from changing a document, or asks them not to (ECMA-376-1, 17.15.1.29 and 17.15.1.93; Word's "Mark as Final"), by
 * its part: LibreOffice would not accept the tracked changes of one. Nobody edits it here.
 */
const protections: [part: string, protection: RegExp][] = [
  ["word/settings.xml", /<(?:\w+:)?(documentProtection|writeProtection)\b[^>]*?(?:\/>|><\/(?:\w+:)?\1>)/g],
  ["docProps/custom.xml", /<((?:\w+:)?property)\b[^>]*\sname="_MarkAsFinal"[^>]*>.*?<\/\1>/gs],
];

/**
 * A picture that was linked is now inside: `r:link` becomes `r:embed`, and in VML `r:href` becomes `r:id`, where there is none
 * already. Where there is one, the file holds the picture itself.
 */
function embedded(xml: string, linked: Set<string>): string {
  return xml.replaceAll(/<(?:a:blip|v:imagedata)\b[^>]*>/g, (picture) => {
    const link = [...picture.matchAll(/\s(\w+):(?:link|href)="([^"]*)"/g)].find(([, , id = ""]) => linked.has(id));
    if (!link) return picture;
    const own = picture.replace(link[0], "").replace(/\s\w+:(?:embed|id|relid)=""/, "");
    if (/\s\w+:(?:embed|id|relid)="/.test(own)) return own;
    const inside = own.startsWith("<a:blip") ? "embed" : "id";
    return own.replace(/^<\w+:\w+/, (start) => `${start} ${link[1]}:${inside}="${link[2]}"`);
  });
}

/** For how many of the links a frame is drawn. */
function drawn(xml: string, linked: Set<string>): number {
  const named = new Set([...xml.matchAll(/\s\w+:(?:embed|id|relid)="([^"]*)"/g)].map(([, id = ""]) => id));
  return [...linked].filter((id) => named.has(id)).length;
}

function withPng(types: string): string {
  if (/<(?:\w+:)?Default\b[^>]*\bExtension\s*=\s*["']png["']/i.test(types)) return types;
  const prefix = /<((?:\w+:)?)Types\b/.exec(types)?.[1] ?? "";
  return types.replace(
    /<(?:\w+:)?Types\b[^>]*>/,
    (start) => `${start}<${prefix}Default Extension="png" ContentType="image/png"/>`,
  );
}

/** The parts of a letter that hold text, one character for each byte, as far as they are changed already. */
async function readStories(archive: Archive, changed: Map<string, Buffer>): Promise<Map<string, string>> {
  const stories = new Map<string, string>();
  for (const name of archive.names.filter((one) => wordStories.test(one))) {
    stories.set(name, (changed.get(name) ?? (await archive.read(name)))?.toString("latin1") ?? "");
  }
  return stories;
}

/** Said before LibreOffice lays out thousands of pages, which would take until the time is up. */
function refuseTooManyBreaks(xml: string): void {
  let breaks = 0;
  for (const _ of xml.matchAll(pageBreak)) {
    if (++breaks < conversionLimits.pages) continue;
    const limit = conversionLimits.pages.toLocaleString("en-GB");
    throw new ConvertError("too-large", `has more than ${limit} pages. Split it and replace it.`);
  }
}

const pageBreak = /<w:br\b[^>]{0,40}w:type="page"[^>]{0,40}>/g;
