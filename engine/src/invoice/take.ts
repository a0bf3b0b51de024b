import type { Amount, Identifier, Period, Quantity, SupportingDocument } from "./model.ts";
import type { XmlNode } from "./xml-node.ts";

/** Readers of the values that both syntaxes write in the same way, apart from names. */

/** The currency attribute is left out where it repeats the document's. */
export function takeAmount(node: XmlNode | undefined): Amount | undefined {
  const value = node?.taken();
  return value === undefined ? undefined : { value, currency: node?.attribute("currencyID") };
}

export function takeQuantity(node: XmlNode | undefined): Quantity | undefined {
  const value = node?.taken();
  return value === undefined ? undefined : { value, unit: node?.attribute("unitCode") };
}

/** @param attributes of the scheme and of its version */
export function takeIdentifier(
  node: XmlNode | undefined,
  [scheme, version] = ["schemeID", "schemeVersionID"],
): Identifier | undefined {
  const value = node?.taken();
  if (value === undefined) return undefined;
  return { value, scheme: node?.attribute(scheme ?? ""), version: node?.attribute(version ?? "") };
}

/** Returns undefined when every value is undefined, or a list without entries. */
export function unlessEmpty<T extends object>(values: T): T | undefined {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  return Object.values(values).every(isEmpty) ? undefined : values;
}

export const takePeriod = (start: string | undefined, end: string | undefined): Period | undefined =>
  unlessEmpty({ start, end });

/** Returns a value as a list of one, or none. */
export const listed = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

/** Joins values with a separator; undefined when there are none. */
export function joined(values: (string | undefined)[], separator: string): string | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length === 0 ? undefined : present.join(separator);
}

export function takeAttachment(node: XmlNode | undefined): SupportingDocument["attachment"] {
  const sizeBytes = node?.takeBinary();
  if (!node || sizeBytes === undefined) return undefined;
  return { fileName: node.attribute("filename"), mimeType: node.attribute("mimeCode"), sizeBytes };
}

/** The word that says that a tax is value added tax; everywhere else in an invoice it is repeated. */
export const vatWord = /^VAT$/i;
