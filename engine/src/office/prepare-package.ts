import { posix } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import type { Archive } from "../detect/archive.ts";
import { contentTypesPart, relationshipsIn } from "../detect/relationships.ts";
import { applyEdits, changedTag, startTag, withFirstChild, type XmlEdit } from "../xml/xml-edits.ts";
import { elementsNamed, type XmlElement, xmlEvents } from "../xml/xml-events.ts";
import { controlEdits, controlsWarning } from "./form-controls.ts";
import { missingInsertions } from "./insertions.ts";
import type { PackageEdits } from "./package-edits.ts";
import { wordPathEdits } from "./path-fields.ts";
import { refersElsewhere, storedFieldEdits } from "./stored-fields.ts";
import { hasFields, readWordStory, type WordStory, wordStories } from "./word-story.ts";

/** A grey frame with a cross, 64 by 64 pixels, as PNG: the usual symbol for a missing picture on web pages. */
const crossedFrame = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AgIBizNOVAAAAwUlEQVR42mXSwQkCMRAF0J8YMOAlYAMBGwnYWM" +
    "DGVDx4tAQ70T+T2X/QXPbB7v5MZoJPLAhv+NrjtXDAc+GIx8IJ94UzbgsXXKc90w7XYchENxSiGSpRDY0ohk5kwyCSYRJgUIKBQdnBoOJgUHUw" +
    "qDkY1B0MGg4GTQcm6Rg50Eug1UBtgdIDeQTS/IVe6WP9rkBtoU23MlSYSlXxOo4OqCOrCVtb1Ci1Ts1Ue9VwjUBD2cakwWmUGq7GrQugK/F3W7" +
    "4b91v/ngxEKgAAAABJRU5ErkJggg==",
  "base64",
);

const pictureName = "sheaf-missing-picture.png";

/**
 * Prepares an Office Open XML document for LibreOffice: removes protection against editing, replaces fields that
 * LibreOffice would print wrongly by their stored text and controls by their pictures, and puts a crossed frame in
 * place of each linked picture. Linked pictures are never fetched; the frame shows where one is missing.
 */
export async function preparePackage(archive: Archive, edits: PackageEdits): Promise<Warning[]> {
  let missing = 0;
  for (const name of archive.names.filter((one) => /\.rels$/i.test(one))) {
    // The picture is in `media` at the root of the package; its target is relative to the folder of the part that the
    // relationships belong to.
    const folder = posix.dirname(posix.dirname(name));
    const target = posix.relative(folder, `media/${pictureName}`);
    const xml = await edits.read(name);
    const links = relationshipsIn(xml).filter(({ type, isExternal }) => isExternal && type.endsWith("/image"));
    if (links.length === 0) continue;
    const linked = new Set(links.map(({ id }) => id));
    edits.write(
      name,
      applyEdits(
        xml,
        links.map(({ element }) => ({ ...element, text: linkedInside(element, target) })),
      ),
    );
    edits.write(contentTypesPart, withPng(await edits.read(contentTypesPart)));
    edits.add(`media/${pictureName}`, crossedFrame);
    const part = posix.join(folder, posix.basename(name).replace(/\.rels$/i, ""));
    const { xml: own, drawn } = embedded(await edits.read(part), linked);
    edits.write(part, own);
    missing += drawn;
  }
  const warnings = await missingInsertions(archive);
  warnings.push(
    ...(await prepareStories(
      archive.names.filter((one) => wordStories.test(one)),
      edits,
    )),
  );
  for (const [part, isProtection] of protections)
    for (const name of archive.names.filter((one) => part.test(one)))
      edits.write(name, withoutElements(await edits.read(name), isProtection));
  if (missing === 0) return warnings;
  const text =
    missing === 1
      ? "A picture that the file only links to is missing: a crossed frame stands in its place."
      : `${missing} pictures that the file only links to are missing: crossed frames stand in their places.`;
  return [...warnings, { code: "linked-pictures-missing", text }];
}

/**
 * Changes fields and controls of a Word document.
 * @param names names of the parts that contain text
 */
async function prepareStories(names: string[], edits: PackageEdits): Promise<Warning[]> {
  const parts: { name: string; xml: string }[] = [];
  for (const name of names) parts.push({ name, xml: await edits.read(name) });
  refuseTooManyBreaks(parts.find(({ name }) => /^word\/document\d*\.xml$/.test(name))?.xml ?? "");
  const stories = new Map<string, WordStory>();
  for (const { name, xml } of parts) if (hasFields(xml)) stories.set(name, readWordStory(xml));
  if ([...stories.values()].some(refersElsewhere))
    for (const { name, xml } of parts) if (!stories.has(name)) stories.set(name, readWordStory(xml));
  const stored = storedFieldEdits([...stories.values()]);
  let isMissing = false;
  for (const { name, xml } of parts) {
    const story = stories.get(name);
    const controls = controlEdits(xml);
    isMissing ||= controls.isMissing;
    const fieldEdits = story ? [...(stored.get(story) ?? []), ...wordPathEdits(story)] : [];
    edits.write(name, applyEdits(xml, [...controls.edits, ...fieldEdits]));
  }
  return isMissing ? [controlsWarning] : [];
}

/** Returns the start tag of a relationship, changed from an external address to a part of the package. */
const linkedInside = (element: XmlElement, target: string) =>
  changedTag(element, { Target: target, TargetMode: undefined });

/**
 * Elements, by part, that protect a document against changes or recommend not to change it (ECMA-376-1, 17.15.1.29 and
 * 17.15.1.93; Word's "Mark as Final"). LibreOffice does not accept tracked changes in such a document. Removing them
 * does no harm, since the document is only printed.
 */
const protections: [part: RegExp, isProtection: (element: XmlElement) => boolean][] = [
  [/^word\/settings\d*\.xml$/, ({ local }) => local === "documentProtection" || local === "writeProtection"],
  [/^docProps\/custom\.xml$/, ({ local, attributes }) => local === "property" && attributes.name === "_MarkAsFinal"],
];

/** Most documents contain none of these words and need not be parsed. */
const protectionWords = /documentProtection|writeProtection|_MarkAsFinal/;

/** Removes elements with their content. */
function withoutElements(xml: string, isUnwanted: (element: XmlElement) => boolean): string {
  if (!protectionWords.test(xml)) return xml;
  const removals: XmlEdit[] = [];
  for (const event of xmlEvents(xml)) {
    if (event.kind === "close" && isUnwanted(event.element))
      removals.push({ from: event.element.from, to: event.to, text: "" });
    if (event.kind === "fault") return xml;
  }
  return applyEdits(xml, removals);
}

const isPictureOf = ({ local }: { local: string }) => ["embed", "id", "relid"].includes(local);

/**
 * Changes references to linked pictures into references to embedded ones: `r:link` becomes `r:embed`, and in VML
 * `r:href` becomes `r:id`. Where the embedding attribute exists already, the file contains the picture itself.
 * @returns the changed XML, and the number of links for which a frame is drawn
 */
function embedded(xml: string, linked: Set<string>): { xml: string; drawn: number } {
  const edits: XmlEdit[] = [];
  const named = new Set<string>();
  for (const event of xmlEvents(xml)) {
    if (event.kind !== "open") continue;
    const { element } = event;
    let attributes = Object.values(element.tag.attributes);
    const isPicture = element.name === "a:blip" || element.name === "v:imagedata";
    const link = attributes.find(
      ({ local, prefix, value }) => prefix && /^(?:link|href)$/.test(local) && linked.has(value),
    );
    if (isPicture && link) {
      attributes = attributes.filter((one) => one !== link && !(isPictureOf(one) && one.prefix && one.value === ""));
      const local = element.name === "a:blip" ? "embed" : "id";
      const inside = { ...link, local, name: `${link.prefix}:${local}` };
      if (!attributes.some((one) => isPictureOf(one) && one.prefix)) attributes = [inside, ...attributes];
      const written = attributes.map(({ name, value }) => [name, value] as const);
      edits.push({ ...element, text: startTag(element.tag.name, written, element.isEmpty) });
    }
    for (const one of attributes) if (isPictureOf(one) && one.prefix) named.add(one.value);
  }
  return { xml: applyEdits(xml, edits), drawn: [...linked].filter((id) => named.has(id)).length };
}

function withPng(types: string): string {
  const isDeclared = [...elementsNamed(types, ["Default"])].some(
    ({ attributes }) => attributes.Extension?.toLowerCase() === "png",
  );
  return isDeclared ? types : withFirstChild(types, "Types", "Default", { Extension: "png", ContentType: "image/png" });
}

/**
 * Refuses a document with too many page breaks before LibreOffice lays out thousands of pages, which would take until
 * the time limit. Uses a regular expression because every document is searched, and parsing costs 200 ms for 5 MB of
 * markup.
 */
function refuseTooManyBreaks(xml: string): void {
  let breaks = 0;
  for (const _ of xml.matchAll(pageBreak)) {
    if (++breaks < conversionLimits.pages) continue;
    const limit = conversionLimits.pages.toLocaleString("en-GB");
    throw new ConvertError("too-large", `has more than ${limit} pages. Split it and replace it.`);
  }
}

const pageBreak = /<w:br\b[^>]{0,40}w:type="page"[^>]{0,40}>/g;
