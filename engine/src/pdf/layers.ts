import { type PDFArray, type PDFDict, type PDFObject, PDFRef } from "@cantoo/pdf-lib";
import type { Copier } from "./copy.ts";
import type { SourceDocument } from "./document.ts";
import { arrayEntry, dictEntry, nameEntry } from "./objects.ts";

/**
 * Copies the layers of a file with their on and off state: without it, hidden layers would become visible (ISO 32000-1,
 * 8.11.4).
 * @returns the catalogue's OCProperties, written directly so that merging needs no lookup; undefined without layers
 */
export function copyLayers({ catalog }: SourceDocument, copier: Copier): PDFDict | undefined {
  const properties = dictEntry(catalog, "OCProperties");
  const groups = references(arrayEntry(properties, "OCGs"));
  if (groups.length === 0) return undefined;

  const defaults = dictEntry(properties, "D");
  const on = new Set(references(arrayEntry(defaults, "ON")));
  const off = new Set(references(arrayEntry(defaults, "OFF")));
  const offUnlessNamed = nameEntry(defaults, "BaseState") === "OFF";
  const hidden = groups.filter((group) => off.has(group) || (offUnlessNamed && !on.has(group)));
  const automatic = arrayEntry(defaults, "AS")?.asArray() ?? [];

  const copied = (list: PDFObject[]) => list.map((object) => copier.copy(object));
  const configuration = { OFF: copied(hidden), AS: copied(automatic) };
  return copier.target.obj({ OCGs: copied(groups), D: configuration });
}

function references(array: PDFArray | undefined): PDFRef[] {
  return array?.asArray().filter((element) => element instanceof PDFRef) ?? [];
}
