import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { tooManyPages } from "../page-limit.ts";
import type { XmlNode } from "./xml-node.ts";

/** Attributes that describe a code list and not the invoice. */
const aboutLists =
  /^(?:(?:scheme|list|unitCodeList)(?:Agency(?:ID|Name)|Name|URI|DataURI|SchemeURI)|unitCodeListID|languageID)$/;

/** Fewer fit on a page: the limit only saves the time for setting what is refused later. */
const valuesPerPage = 60;
const maxValues = conversionLimits.pages * valuesPerPage;

/**
 * Lists every value that was not read into the model, in the order of the file.
 * @param currency the document's, which amounts repeat
 * @throws ConvertError too-large
 */
export function otherValues(root: XmlNode, currency: string | undefined): { path: string; value: string }[] {
  const found: { path: string; value: string }[] = [];
  const add = (path: string[], value: string) => {
    if (found.length >= maxValues)
      throw tooManyPages(Math.ceil(found.length / valuesPerPage), "Save it as PDF and replace it.");
    found.push({ path: path.join(" › "), value });
  };
  const visit = (node: XmlNode, path: string[]) => {
    const { text, attributes, binaryBytes } = node.unread;
    const stated = attributes.flatMap(([name, value]): [name: string, value: string][] => {
      const isRepeated = aboutLists.test(name) || (name === "currencyID" && value === currency);
      return isRepeated ? [] : [[words(name), shown(value.trim())]];
    });
    if (text !== undefined) {
      const details = stated.map(([name, value]) => `${lowerCase(name)} ${value}`).join(", ");
      add(path, details === "" ? shown(text) : `${shown(text)} (${details})`);
    } else for (const [name, value] of stated) add([...path, name], value);
    if (binaryBytes > 0) add(path, `A file of ${inUnits(binaryBytes)}`);
    const counts = new Map<string, number>();
    for (const { name } of node.children) counts.set(name, (counts.get(name) ?? 0) + 1);
    const numbers = new Map<string, number>();
    for (const child of node.children) {
      const number = (numbers.get(child.name) ?? 0) + 1;
      numbers.set(child.name, number);
      const label =
        (shortNames.get(child.name) ?? words(child.name)) + ((counts.get(child.name) ?? 0) > 1 ? ` ${number}` : "");
      visit(child, wrappers.has(child.name) ? path : [...path, label]);
    }
  };
  visit(root, []);
  return found;
}

/** Elements that stand once around everything and say nothing about the place. */
const wrappers = new Set(["SupplyChainTradeTransaction"]);
const shortNames = new Map([
  ["IncludedSupplyChainTradeLineItem", "Line"],
  ["InvoiceLine", "Line"],
  ["CreditNoteLine", "Line"],
]);

/** "Scheme ID" becomes "scheme ID". */
const lowerCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** "EstimatedDeliveryDate" becomes "Estimated delivery date", "PayerPartyIBANID" "Payer party IBANID". */
function words(name: string): string {
  const parts = name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts
    .map((part, index) => (index === 0 || /^[A-Z]{2,}/.test(part) ? part : part.toLowerCase()))
    .join(" ")
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Signatures and certificates: text that says nothing to a reader. */
const isEncoded = (text: string) =>
  text.length > 200 && /^[A-Za-z0-9+/=\s]+$/.test(text) && !/[a-z]+ [a-z]+ [a-z]+/.test(text);

const shown = (text: string): string => (isEncoded(text) ? encoded(text.length) : text);

const inUnits = (bytes: number): string => `${bytes.toLocaleString("en-GB")} bytes`;

const encoded = (length: number): string => `${length.toLocaleString("en-GB")} characters of encoded data`;
