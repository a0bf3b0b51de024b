import { xmlEvents } from "../../xml/xml-events.ts";
import type { Archive } from "../archive.ts";
import { hasCode } from "./source-code.ts";
import { projectHasCode } from "./vba-project.ts";

/** The content type of a part of an Office Open XML package. */
export type ContentTypes = (part: string) => string;

/** A VBA project, by part name and by content type, and a sheet of Excel 4 macros. */
const projectPart = /(^|\/)vbaproject\.bin$/i;
const projectType = /vbaproject$/i;
const macroSheetPart = /^xl\/(intl)?macrosheets\//i;
const macroSheetType = /macrosheet(\+xml)?$/i;
const macroSheetRelation = /\/relationships\/xl(Intl)?Macrosheet$/i;
const projectRelation = /\/relationships\/vbaProject$/i;

/**
 * Whether an Office Open XML package has macros, whatever its type: a VBA project with code, or a macro sheet.
 * @param related the parts to which the main part leads
 */
export async function packageHasMacros(
  archive: Archive,
  types: ContentTypes,
  related: { type: string; part: string }[],
): Promise<boolean> {
  if (related.some(({ type }) => macroSheetRelation.test(type))) return true;
  if (archive.names.some((name) => macroSheetPart.test(name) || macroSheetType.test(types(name)))) return true;
  const named = archive.names.filter((name) => projectPart.test(name) || projectType.test(types(name)));
  const led = related.filter(({ type }) => projectRelation.test(type)).map(({ part }) => part);
  for (const name of new Set([...named, ...led])) {
    const project = await archive.read(name);
    if (project && projectHasCode(project)) return true;
  }
  return false;
}

/** A module of StarBasic, and a script in another language. */
const basicModule = /^Basic\/.+\/(?!script-l[bc]\.xml$|dialog-l[bc]\.xml$)[^/]+\.xml$/i;
const scriptPart = /^Scripts\/.+/i;

/** Whether an OpenDocument file has macros. In an encrypted one every module counts as code. */
export async function openDocumentHasMacros(archive: Archive, encrypted: boolean): Promise<boolean> {
  if (archive.names.some((name) => scriptPart.test(name))) return true;
  for (const name of archive.names.filter((one) => basicModule.test(one))) {
    if (encrypted) return true;
    const xml = (await archive.read(name))?.toString("utf8") ?? "";
    if (hasCode(moduleText(xml))) return true;
  }
  return false;
}

/** The source of a module of StarBasic (`script:module`). One that cannot be read counts as code. */
function moduleText(xml: string): string {
  let source = "";
  for (const event of xmlEvents(xml, { allowsDocumentType: true })) {
    if (event.kind === "fault") return xml;
    if (event.kind === "text") source += event.text;
  }
  return source;
}
