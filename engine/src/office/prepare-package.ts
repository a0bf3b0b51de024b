import { posix } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { controlsWarning, withControlPictures } from "./form-controls.ts";
import { missingInsertions } from "./insertions.ts";
import type { PackageEdits } from "./package-edits.ts";
import { withoutWordPaths } from "./path-fields.ts";
import { withStoredFields } from "./stored-fields.ts";
import { wordStories } from "./word-fields.ts";

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
 * Changes an Office Open XML document: without protection against editing, with the text of fields that LibreOffice would get wrong, with
 * pictures of controls, and with a crossed frame for each picture that it only links to. Those are never fetched, and the reader sees
 * where something is missing.
 */
export async function preparePackage(archive: Archive, edits: PackageEdits): Promise<Warning[]> {
  let missing = 0;
  for (const name of archive.names.filter((one) => /\.rels$/i.test(one))) {
    const linked = new Set<string>();
    // ../media lies beside the folder of the part that the relationships belong to.
    const folder = posix.dirname(posix.dirname(name));
    const target = posix.relative(folder, `media/${pictureName}`);
    const inside = (await edits.read(name)).replaceAll(/<(?:\w+:)?Relationship\b[^>]*>/g, (relationship) => {
      const isLink = attribute(relationship, "TargetMode") === "External";
      if (!isLink || !attribute(relationship, "Type")?.endsWith("/image")) return relationship;
      linked.add(attribute(relationship, "Id") ?? "");
      return relationship
        .replace(/\sTargetMode\s*=\s*("[^"]*"|'[^']*')/, "")
        .replace(/\sTarget\s*=\s*("[^"]*"|'[^']*')/, ` Target="${target}"`);
    });
    if (linked.size === 0) continue;
    edits.write(name, inside);
    edits.write(typesPart, withPng(await edits.read(typesPart)));
    edits.add(`media/${pictureName}`, crossedFrame);
    const part = posix.join(folder, posix.basename(name).replace(/\.rels$/i, ""));
    const own = embedded(await edits.read(part), linked);
    edits.write(part, own);
    missing += drawn(own, linked);
  }
  const warnings = await missingInsertions(archive);
  warnings.push(
    ...(await prepareStories(
      archive.names.filter((one) => wordStories.test(one)),
      edits,
    )),
  );
  for (const [name, protection] of protections) edits.write(name, (await edits.read(name)).replaceAll(protection, ""));
  if (missing === 0) return warnings;
  const text =
    missing === 1
      ? "A picture that the file only links to is missing: a crossed frame stands in its place."
      : `${missing} pictures that the file only links to are missing: crossed frames stand in their places.`;
  return [...warnings, { code: "linked-pictures-missing", text }];
}

const typesPart = "[Content_Types].xml";

/** @param names of the parts of a letter that hold text */
async function prepareStories(names: string[], edits: PackageEdits): Promise<Warning[]> {
  const stories = new Map<string, string>();
  let isMissing = false;
  for (const name of names) {
    const drawn = withControlPictures(withoutWordPaths(await edits.read(name)));
    isMissing ||= drawn.isMissing;
    stories.set(name, drawn.xml);
  }
  refuseTooManyBreaks(stories.get("word/document.xml") ?? "");
  for (const [name, xml] of [...stories, ...withStoredFields(stories)]) edits.write(name, xml);
  return isMissing ? [controlsWarning] : [];
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
