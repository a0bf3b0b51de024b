import { type Block, beside, type Strip, space } from "../typeset/strip.ts";
import { tableBlock } from "../typeset/table.ts";
import { type Measure, textStrips } from "../typeset/text-lines.ts";
import { dateWords, identifierWords, sizeWords } from "./format.ts";
import type { Delivery, Invoice, Party, SupportingDocument } from "./model.ts";
import { codeWithWords } from "./paper-lines.ts";
import { addressLines, partyStrips } from "./paper-parties.ts";
import { block, type Fact, factList, sectionTitle, titled } from "./paper-parts.ts";
import { left, right, styles, tableLook, width } from "./paper-style.ts";

/** Sets everything that stands after the payment, each group under its title. */
export function furtherBlocks(invoice: Invoice, measure: Measure): Block[] {
  return [
    ...notesBlocks(invoice, measure),
    ...placesBlocks(invoice, measure),
    ...precedingBlocks(invoice, measure),
    ...documentsBlocks(invoice, measure),
    ...processBlocks(invoice, measure),
    ...othersBlocks(invoice, measure),
  ];
}

const whole = { x: left, width };

function notesBlocks({ notes }: Invoice, measure: Measure): Block[] {
  if (notes.length === 0) return [];
  const strips = notes.flatMap(({ subject, text }, index) => [
    ...(index === 0 ? [] : [space(5)]),
    ...(subject ? textStrips(codeWithWords("noteSubjects", subject), whole, styles.label, measure) : []),
    ...(text === "" ? [] : textStrips(text, whole, styles.body, measure)),
  ]);
  return [block([...sectionTitle("Notes", measure), ...strips])];
}

/** Sets delivery, payee and tax representative, two side by side. */
function placesBlocks({ delivery, payee, taxRepresentative }: Invoice, measure: Measure): Block[] {
  const gap = 26;
  const half = (width - gap) / 2;
  const parts: ((x: number) => Strip[])[] = [];
  const add = (title: string, party: Party | undefined) => {
    if (party) parts.push((x) => partyStrips(title, party, { x, width: half }, measure));
  };
  if (delivery && (delivery.name || delivery.locations.length > 0 || delivery.address)) {
    parts.push((x) => deliveryStrips(delivery, { x, width: half }, measure));
  }
  add("Payee", payee);
  add("Seller's tax representative", taxRepresentative);
  const blocks: Block[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const piles = parts.slice(at, at + 2).map((part, index) => part(left + index * (half + gap)));
    const title =
      at === 0 ? sectionTitle(delivery ? "Delivery and further parties" : "Further parties", measure) : [space(10)];
    blocks.push(block([...title, ...beside(...piles)], { isWhole: true }));
  }
  return blocks;
}

function deliveryStrips(delivery: Delivery, place: { x: number; width: number }, measure: Measure): Strip[] {
  const locations = delivery.locations.map((id) => identifierWords(id)).join("\n");
  return [
    ...textStrips("Delivered to", place, styles.label, measure),
    ...(delivery.name === undefined ? [] : textStrips(delivery.name, place, styles.name, measure)),
    ...addressLines(delivery.address).flatMap((line) => textStrips(line, place, styles.body, measure)),
    space(4),
    ...factList([["Location", locations]], place, measure),
  ];
}

function precedingBlocks({ preceding }: Invoice, measure: Measure): Block[] {
  const lines = preceding.flatMap(({ number, date }) => {
    const words = [number, date && `of ${dateWords(date)}`].filter(Boolean).join(" ");
    return words === "" ? [] : [words];
  });
  if (lines.length === 0) return [];
  const title = lines.length === 1 ? "Preceding invoice" : "Preceding invoices";
  return [
    block([...sectionTitle(title, measure), ...lines.flatMap((line) => textStrips(line, whole, styles.body, measure))]),
  ];
}

function documentsBlocks({ documents }: Invoice, measure: Measure): Block[] {
  if (documents.length === 0) return [];
  const columns = [
    { title: "Reference", x: left, width: 120 },
    { title: "Description", x: left + 130, width: 160 },
    { title: "File or address", x: left + 300, width: right - left - 300 },
  ];
  const rows = documents.map((document) => [
    cell(document.reference),
    cell(document.description.join("\n")),
    [...cell(attachmentWords(document)), ...cell(document.location)],
  ]);
  return [titled("Supporting documents", tableBlock(columns, rows, tableLook, measure), measure)];
}

const cell = (text: string | undefined) => (text ? [{ text, style: styles.body }] : []);

/** "plan.pdf (PDF, 1.2 MB)" */
function attachmentWords({ attachment }: SupportingDocument): string | undefined {
  if (!attachment) return undefined;
  const details = [attachment.mimeType, sizeWords(attachment.sizeBytes)].filter(Boolean).join(", ");
  return `${attachment.fileName ?? "Attached file"} (${details})`;
}

function processBlocks({ typeCode, process, specification }: Invoice, measure: Measure): Block[] {
  const facts: Fact[] = [
    ["Type of document", typeCode && codeWithWords("typeTitles", typeCode)],
    ["Specification", specification],
    ["Business process", process],
  ];
  const strips = factList(facts, whole, measure, 100);
  return strips.length === 0 ? [] : [block([...sectionTitle("About the file", measure), ...strips], { isWhole: true })];
}

function othersBlocks({ others }: Invoice, measure: Measure): Block[] {
  if (others.length === 0) return [];
  const columns = [
    { title: "Place in the file", x: left, width: 288 },
    { title: "Value", x: left + 300, width: right - left - 300 },
  ];
  const rows = others.map(({ path, value }) => [
    [{ text: path, style: styles.small }],
    [{ text: value, style: { ...styles.small, colour: styles.body.colour } }],
  ]);
  const look = { ...tableLook, padding: 2 };
  return [titled("Also in the file", tableBlock(columns, rows, look, measure), measure)];
}
