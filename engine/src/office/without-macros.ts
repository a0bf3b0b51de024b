import { applyEdits, type XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";
import type { PackageEdits } from "./package-edits.ts";

/*
 * Macros are taken out of a document before LibreOffice opens it, although its settings forbid it to run any
 * (`registrymodifications.xcu`). Nothing of them is printed.
 */

/** A VBA project with its signatures and data, and libraries of StarBasic and of other languages. */
export const isMacroPart = (name: string): boolean =>
  /(^|\/)vba(?:Project|Data)[^/]*$/i.test(name) || /^(?:Basic|Scripts)\//i.test(name);

const macroRelation = /\/(?:vbaProject|wordVbaData|vbaProjectSignature(?:Agile|V3)?)$/;

/** Removes the relationships that lead to a VBA project, whatever the name of its part. */
export const withoutMacroRelations = (xml: string): string =>
  /vba/i.test(xml) ? without(xml, ({ attributes }) => macroRelation.test(attributes.Type ?? "")) : xml;

/** Almost every OpenDocument file has an empty element for scripts and need not be parsed. */
const scripts = /event-listeners|:scripts(?!\s*\/>)/;

/** Removes scripts and the events that would start them from a part of an OpenDocument file. */
export const withoutScripts = (xml: string): string =>
  scripts.test(xml) ? without(xml, ({ name }) => /^office:(?:scripts|event-listeners)$/.test(name)) : xml;

/** Removes everything that belongs to macros from an Office Open XML package or an OpenDocument file. */
export async function removeMacros(names: string[], edits: PackageEdits): Promise<void> {
  const macroParts = names.filter(isMacroPart);
  for (const name of macroParts) edits.remove(name);
  for (const name of names.filter((one) => /\.rels$/i.test(one)))
    edits.write(name, withoutMacroRelations(await edits.read(name)));
  for (const name of ["content.xml", "styles.xml"])
    if (names.includes(name)) edits.write(name, withoutScripts(await edits.read(name)));
  if (macroParts.length > 0 && names.includes(manifestPart))
    edits.write(manifestPart, withoutEntries(await edits.read(manifestPart)));
}

const manifestPart = "META-INF/manifest.xml";

/** Removes the entries of macro parts from a manifest, which must not list parts that are missing. */
const withoutEntries = (manifest: string): string =>
  without(manifest, ({ attributes }) => isMacroPart(attributes["manifest:full-path"] ?? ""));

/** Removes elements with their content. */
function without(xml: string, isUnwanted: (element: XmlElement) => boolean): string {
  const edits: XmlEdit[] = [];
  for (const event of xmlEvents(xml, { allowsDocumentType: true })) {
    if (event.kind === "fault") return xml;
    if (event.kind === "close" && isUnwanted(event.element))
      edits.push({ from: event.element.from, to: event.to, text: "" });
  }
  return applyEdits(xml, edits);
}
