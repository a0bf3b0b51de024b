import { PDFDict, type PDFRawStream } from "@cantoo/pdf-lib";
import type { Copier } from "./copy.ts";
import { dictEntry, name } from "./objects.ts";
import { decodeContent } from "./streams.ts";

/** The resource category that each operator looks its name up in (ISO 32000-1, table 33). */
const categories: Record<string, string> = {
  CS: "ColorSpace",
  Do: "XObject",
  SCN: "Pattern",
  Tf: "Font",
  cs: "ColorSpace",
  gs: "ExtGState",
  scn: "Pattern",
  sh: "Shading",
};
const named = /\/([^\s/<>[\](){}%]+)(?:\s+[-+.\d]+)?\s+(CS|Do|SCN|Tf|cs|gs|scn|sh)\b/g;

/**
 * Adds resources that an appearance names but does not contain: some programs write the form's font once for all
 * fields, and viewers accept that. An appearance with fonts of its own is taken to be complete.
 * @param form the copied dictionary of the appearance
 * @param stream the appearance itself
 * @param resourceSources dictionaries of the source, searched in order
 */
export function addMissingResources(
  form: PDFDict,
  stream: PDFRawStream,
  resourceSources: PDFDict[],
  copier: Copier,
): void {
  const withoutResources = copier.takeWithoutResources();
  const own = dictEntry(stream.dict, "Resources");
  if (resourceSources.length > 0 && !dictEntry(own, "Font")) copyMissing(form, stream, resourceSources, copier);
  const resources = form.get(name("Resources"));
  for (const dict of [...withoutResources, ...copier.takeWithoutResources()]) {
    if (resources && dict !== form) dict.set(name("Resources"), resources);
  }
}

function copyMissing(form: PDFDict, stream: PDFRawStream, resourceSources: PDFDict[], copier: Copier): void {
  const own = dictEntry(stream.dict, "Resources");
  const added = new Map<string, PDFDict>();
  for (const [, key = "", operator = ""] of decodeContent(stream).data.toString("latin1").matchAll(named)) {
    const category = categories[operator] ?? "";
    if (dictEntry(own, category)?.has(name(key))) continue;
    const resourceSource = resourceSources
      .map((from) => dictEntry(from, category))
      .find((from) => from?.has(name(key)));
    const found = resourceSource?.get(name(key));
    if (!found) continue;
    const entries = added.get(category) ?? copyOf(dictEntry(dictEntry(form, "Resources"), category), form);
    entries.set(name(key), copier.copy(found));
    added.set(category, entries);
  }
  if (added.size === 0) return;
  const resources = copyOf(dictEntry(form, "Resources"), form); // a copy, because other forms may share the dictionary
  for (const [category, entries] of added) resources.set(name(category), entries);
  form.set(name("Resources"), resources);
}

function copyOf(dict: PDFDict | undefined, { context }: PDFDict): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict?.asMap()), context);
}
