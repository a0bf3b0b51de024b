import { beside, type Strip } from "../typeset/strip.ts";
import { type Measure, textStrips } from "../typeset/text-lines.ts";
import { countryWords, identifierWords } from "./format.ts";
import type { Address, Invoice, Party } from "./model.ts";
import { type Fact, factList, type Place } from "./paper-parts.ts";
import { left, styles, width } from "./paper-style.ts";

/** Sets seller and buyer side by side. */
export function partiesStrips({ seller, buyer }: Invoice, measure: Measure): Strip[] {
  const gap = 26;
  const half = (width - gap) / 2;
  return beside(
    seller ? partyStrips("From", seller, { x: left, width: half }, measure) : [],
    buyer ? partyStrips("To", buyer, { x: left + half + gap, width: half }, measure) : [],
  );
}

/** Sets a name, an address, numbers and a contact. */
export function partyStrips(label: string, party: Party, place: Place, measure: Measure): Strip[] {
  const facts: Fact[] = [
    ["Trading name", party.tradingName],
    ["VAT number", party.vatId],
    ["Tax number", party.taxId],
    ["Registration", party.legalId && identifierWords(party.legalId)],
    ["Identifier", party.ids.map((id) => identifierWords(id)).join("\n")],
    ["Electronic address", party.electronicAddress && identifierWords(party.electronicAddress)],
    ["Contact", party.contact?.point.join(", ")],
    ["Telephone", party.contact?.phone],
    ["Email", party.contact?.email],
    ["Legal form", party.legalInformation],
  ];
  return [
    ...textStrips(label, place, styles.label, measure),
    ...(party.name === undefined ? [] : textStrips(party.name, place, styles.name, measure)),
    ...addressLines(party.address).flatMap((line) => textStrips(line, place, styles.body, measure)),
    { height: 4, marks: [] },
    ...factList(facts, place, measure),
  ];
}

/** "40001 Düsseldorf" and not "Düsseldorf 40001": the order that most countries with these invoices have. */
export function addressLines(address: Address | undefined): string[] {
  if (!address) return [];
  const { lines, postCode, city, subdivision, country } = address;
  const isBritish = country === "GB" || country === "IE";
  const place = isBritish ? [city, postCode] : [postCode, city];
  return [
    ...lines,
    place.filter(Boolean).join(isBritish ? ", " : " "),
    subdivision ?? "",
    country === undefined ? "" : countryWords(country),
  ].filter((line) => line !== "");
}
