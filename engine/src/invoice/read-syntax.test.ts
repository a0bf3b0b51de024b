import { expect, test } from "vitest";
import type { Invoice } from "./model.ts";
import { readWritten, removeWritten } from "./testing.ts";

removeWritten();

const ubl = (content: string, root = "Invoice"): Invoice =>
  readWritten(`<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2">${content}</${root}>`);

const ciiRoot = (content: string): Invoice =>
  readWritten(
    `<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">${content}</CrossIndustryInvoice>`,
  );
const cii = (part: string, content: string): Invoice =>
  ciiRoot(
    `<SupplyChainTradeTransaction>${part === "" ? content : `<${part}>${content}</${part}>`}</SupplyChainTradeTransaction>`,
  );
const settlement = (content: string) => cii("ApplicableHeaderTradeSettlement", content);
const agreement = (content: string) => cii("ApplicableHeaderTradeAgreement", content);

const others = (invoice: Invoice) => invoice.others.map(({ path, value }) => `${path}: ${value}`);

test("a credit note of UBL says so, with the type code and the lines of one", () => {
  const line = "<CreditNoteLine><ID>1</ID><CreditedQuantity unitCode='HUR'>2</CreditedQuantity></CreditNoteLine>";
  const note = ubl(`<CreditNoteTypeCode>381</CreditNoteTypeCode>${line}`, "CreditNote");
  expect([note.isCreditNote, note.typeCode, note.lines[0]?.quantity]).toEqual([
    true,
    "381",
    { value: "2", unit: "HUR" },
  ]);
  expect(others(note)).toEqual([]);
  expect(ubl("<ID>1</ID>").isCreditNote).toBe(false);
});

test.each([
  ["#AAI#Words", { subject: "AAI", text: "Words" }],
  ["#AAI#Words\nmore # words", { subject: "AAI", text: "Words\nmore # words" }],
  ["#AAI# Words", { subject: "AAI", text: "Words" }],
  ["#AAI#", { subject: "AAI", text: "" }],
  ["#AA#Words", { subject: undefined, text: "#AA#Words" }],
  ["Words #AAI#", { subject: undefined, text: "Words #AAI#" }],
])("the note %j of UBL has its subject", (note, read) => {
  expect(ubl(`<Note>${note}</Note>`).notes).toEqual([read]);
});

test("the due date of UBL may stand with the means of payment", () => {
  const means = "<PaymentMeans><PaymentDueDate>2026-01-02</PaymentDueDate></PaymentMeans>";
  expect(ubl(means).dueDate).toBe("2026-01-02");
  expect(ubl(`<DueDate>2026-01-03</DueDate>${means}`).dueDate).toBe("2026-01-03");
});

test("a reference to a payment that every means of payment repeats is one", () => {
  const means = (id: string) => `<PaymentMeans><PaymentID>${id}</PaymentID></PaymentMeans>`;
  expect(ubl(means("a") + means("b") + means("a")).remittance).toEqual(["a", "b"]);
});

const party = (content: string) => {
  const invoice = ubl(`<AccountingSupplierParty><Party>${content}</Party></AccountingSupplierParty>`);
  return { ...invoice.seller, others: others(invoice), creditorId: invoice.creditorId };
};
const registered = (name: string) =>
  `<PartyLegalEntity><RegistrationName>${name}</RegistrationName></PartyLegalEntity>`;
const named = (name: string) => `<PartyName><Name>${name}</Name></PartyName>`;

test.each([
  ["both names", named("Shop") + registered("Firm"), "Firm", "Shop"],
  ["the same name twice", named("Firm") + registered("Firm"), "Firm", undefined],
  ["its registered name", registered("Firm"), "Firm", undefined],
  ["its usual name", named("Shop"), "Shop", undefined],
])("a party with %s is called by the registered one first", (_what, content, name, tradingName) => {
  expect(party(content)).toMatchObject({ name, tradingName });
});

const scheme = (id: string, tax?: string) =>
  `<PartyTaxScheme><CompanyID>${id}</CompanyID>${tax ? `<TaxScheme><ID>${tax}</ID></TaxScheme>` : ""}</PartyTaxScheme>`;

test.each([
  ["both", scheme("DE1", "VAT") + scheme("T2", "FC"), "DE1", "T2", []],
  ["both, the VAT number last", scheme("T2", "TAX") + scheme("DE1", "vat"), "DE1", "T2", []],
  ["one without a word", scheme("DE1"), "DE1", undefined, []],
  ["a number of no VAT", scheme("T2", "!VAT"), undefined, "T2", []],
  [
    "a number of another tax",
    scheme("T2", "GST"),
    ...[undefined, "T2", ["Accounting supplier party › Party › Party tax scheme › Tax scheme › ID: GST"]],
  ],
] as const)("the registrations of a party for taxes are told apart: %s", (_what, content, vatId, taxId, rest) => {
  expect(party(content)).toMatchObject({ vatId, taxId, others: rest });
});

test("the creditor's identifier is that of the scheme SEPA, and no identifier of the party", () => {
  const id = (value: string, schemeID: string) =>
    `<PartyIdentification><ID schemeID="${schemeID}">${value}</ID></PartyIdentification>`;
  const seller = party(id("1", "0088") + id("DE98", "SEPA"));
  expect([seller.creditorId, seller.ids?.map(({ value }) => value), seller.others]).toEqual(["DE98", ["1"], []]);
  const payee = ubl(`<PayeeParty>${id("DE99", "SEPA")}</PayeeParty>`);
  expect([payee.creditorId, payee.payee]).toEqual(["DE99", undefined]);
});

const amount = (name: string, value: string, currency?: string) =>
  `<${name}${currency ? ` currencyID="${currency}"` : ""}>${value}</${name}>`;

test.each([
  ["in the document's currency", [["5", "EUR"]], "5", undefined],
  ["without a currency", [["5", undefined]], "5", undefined],
  [
    "in two currencies",
    [
      ["5", "EUR"],
      ["4", "GBP"],
    ],
    "5",
    "4",
  ],
  [
    "in two currencies, the other one first",
    [
      ["4", "GBP"],
      ["5", "EUR"],
    ],
    "5",
    "4",
  ],
  ["in another currency alone", [["4", "GBP"]], undefined, "4"],
] as [string, [string, string | undefined][], string | undefined, string | undefined][])(
  "VAT %s is read in both syntaxes",
  (_what, taxes, vat, inVatCurrency) => {
    const currency = "<DocumentCurrencyCode>EUR</DocumentCurrencyCode>";
    const written = taxes.map(([value, unit]) => `<TaxTotal>${amount("TaxAmount", value, unit)}</TaxTotal>`).join("");
    const sums = taxes.map(([value, unit]) => amount("TaxTotalAmount", value, unit)).join("");
    const name = "SpecifiedTradeSettlementHeaderMonetarySummation";
    for (const { totals } of [
      ubl(currency + written),
      settlement(`<InvoiceCurrencyCode>EUR</InvoiceCurrencyCode><${name}>${sums}</${name}>`),
    ]) {
      expect([totals.vat?.value, totals.vatInVatCurrency?.value]).toEqual([vat, inVatCurrency]);
    }
  },
);

test.each([
  ["true", true, []],
  ["1", true, []],
  ["false", false, []],
  ["0", false, []],
  ["yes", false, ["yes"]],
])("an indicator of %s is a charge: %s", (indicator, isCharge, rest) => {
  const inUbl = ubl(`<AllowanceCharge><ChargeIndicator>${indicator}</ChargeIndicator></AllowanceCharge>`);
  const name = "SpecifiedTradeAllowanceCharge";
  const inCii = settlement(`<${name}><ChargeIndicator><Indicator>${indicator}</Indicator></ChargeIndicator></${name}>`);
  for (const invoice of [inUbl, inCii]) {
    expect(invoice.allowances.map((one) => one.isCharge)).toEqual([isCharge]);
    expect(invoice.others.map(({ value }) => value)).toEqual(rest);
  }
  const none = ubl("<AllowanceCharge><Amount>5</Amount></AllowanceCharge>");
  expect(none.allowances[0]?.isCharge, "no indicator").toBe(false);
});

test("a discount on a price that says it is a charge keeps the word", () => {
  const discount = (indicator: string) =>
    ubl(
      `<InvoiceLine><Price><AllowanceCharge><ChargeIndicator>${indicator}</ChargeIndicator><Amount>5</Amount>` +
        "<BaseAmount>9</BaseAmount></AllowanceCharge></Price></InvoiceLine>",
    );
  expect(others(discount("false"))).toEqual([]);
  expect(others(discount("true"))).toEqual(["Line › Price › Allowance charge › Charge indicator: true"]);
  expect(discount("0").lines[0]?.price).toMatchObject({ discount: { value: "5" }, gross: { value: "9" } });
});

test("card numbers of UBL have their network", () => {
  const card =
    "<PaymentMeans><CardAccount><PrimaryAccountNumberID>4111</PrimaryAccountNumberID><NetworkID>VISA</NetworkID></CardAccount></PaymentMeans>";
  expect(ubl(card).payments[0]?.card).toBe("4111 VISA");
});

test("a document of UBL with the code 130 is the object and one with 50 the project, and others support the invoice", () => {
  const document = (id: string, code: string) =>
    `<AdditionalDocumentReference><ID>${id}</ID><DocumentTypeCode>${code}</DocumentTypeCode></AdditionalDocumentReference>`;
  const invoice = ubl(document("o", "130") + document("p", "50") + document("d", "916"));
  expect([invoice.references.object?.value, invoice.references.project]).toEqual(["o", ["p"]]);
  expect(invoice.documents.map(({ reference }) => reference)).toEqual(["d"]);
  expect(others(invoice)).toEqual(["Additional document reference 3 › Document type code: 916"]);
});

const group = (content: string) => `<ApplicableTradeTax>${content}</ApplicableTradeTax>`;
const point = (date: string) => group(`<TaxPointDate><DateString format="102">${date}</DateString></TaxPointDate>`);

test("a date or code of VAT that all groups repeat is read once, and another one is shown", () => {
  const same = settlement(point("20260105") + point("20260105"));
  expect([same.taxPointDate, others(same)]).toEqual(["2026-01-05", []]);
  const other = settlement(point("20260105") + point("20260106"));
  expect(other.taxPointDate).toBe("2026-01-05");
  expect(other.others.map(({ value }) => value)).toEqual(["20260106 (format 102)"]);
  const code = (text: string) => group(`<DueDateTypeCode>${text}</DueDateTypeCode>`);
  const codes = settlement(code("5") + code("5") + code("29"));
  expect([codes.taxPointCode, codes.others.map(({ value }) => value)]).toEqual(["5", ["29"]]);
});

test.each([
  ["<DateTimeString format='102'>20260105</DateTimeString>", "2026-01-05", []],
  ["<DateString>20260105</DateString>", "2026-01-05", []],
  ["2026-01-05", "2026-01-05", []],
  ["<DateTimeString format='203'>202601051200</DateTimeString>", "202601051200", ["203"]],
])("the date %s of CII is read", (content, date, rest) => {
  const invoice = ciiRoot(`<ExchangedDocument><IssueDateTime>${content}</IssueDateTime></ExchangedDocument>`);
  expect([invoice.issueDate, invoice.others.map(({ value }) => value)]).toEqual([date, rest]);
});

test("notes of CII without text keep their subject, and empty ones are none", () => {
  const note = (content: string) => `<IncludedNote>${content}</IncludedNote>`;
  const given = [
    note("<Content>a</Content><Content>b</Content>"),
    note("<SubjectCode>AAI</SubjectCode>"),
    note(""),
  ].join("");
  expect(ciiRoot(`<ExchangedDocument>${given}</ExchangedDocument>`).notes).toEqual([
    { subject: undefined, text: "a\nb" },
    { subject: "AAI", text: "" },
  ]);
});

test("documents of CII are a tender, an object or supporting ones by their code", () => {
  const document = (id: string, code: string, more = "") =>
    `<AdditionalReferencedDocument><IssuerAssignedID>${id}</IssuerAssignedID><TypeCode>${code}</TypeCode>${more}</AdditionalReferencedDocument>`;
  const reference = "<ReferenceTypeCode>ABT</ReferenceTypeCode>";
  const invoice = agreement(
    document("t", "50") + document("o", "130", reference) + document("d", "916") + document("e", "1916"),
  );
  expect([invoice.references.tender, invoice.references.object]).toEqual([
    "t",
    { value: "o", scheme: "ABT", version: undefined },
  ]);
  expect(invoice.documents.map(({ reference: id }) => id)).toEqual(["d", "e"]);
  expect(invoice.others.map(({ value }) => value)).toEqual(["1916"]);
  expect(agreement(document("", "916")).documents, "a document without values").toEqual([]);
});

test("an object of CII without a code of its own has the scheme of its number", () => {
  const object =
    "<AdditionalReferencedDocument><IssuerAssignedID schemeID='X'>o</IssuerAssignedID><TypeCode>130</TypeCode></AdditionalReferencedDocument>";
  expect(agreement(object).references.object?.scheme).toBe("X");
  const inLine = cii(
    "IncludedSupplyChainTradeLineItem",
    `<SpecifiedLineTradeSettlement>${object}</SpecifiedLineTradeSettlement>`,
  );
  expect(inLine.lines[0]?.object?.scheme).toBe("X");
});

test("accounts and banks of CII are read under either name", () => {
  const means = (content: string) =>
    settlement(`<SpecifiedTradeSettlementPaymentMeans>${content}</SpecifiedTradeSettlementPaymentMeans>`).payments;
  const account = (content: string) =>
    means(`<PayeePartyCreditorFinancialAccount>${content}</PayeePartyCreditorFinancialAccount>`)[0]?.account;
  expect(account("<IBANID>DE1</IBANID><ProprietaryID>2</ProprietaryID>")).toBe("DE1");
  expect(account("<ProprietaryID>2</ProprietaryID>")).toBe("2");
  for (const name of ["Specified", "Specific"]) {
    const bank = `Payee${name}CreditorFinancialInstitution`;
    expect(means(`<${bank}><BICID>B</BICID></${bank}>`)[0]?.bic).toBe("B");
  }
  expect(means(""), "no values").toEqual([]);
});

test("charges for logistics are charges", () => {
  const charge =
    "<SpecifiedLogisticsServiceCharge><Description>Freight</Description><AppliedAmount>5</AppliedAmount></SpecifiedLogisticsServiceCharge>";
  expect(settlement(charge).allowances).toMatchObject([{ isCharge: true, reason: "Freight", amount: { value: "5" } }]);
});

const price = (net: string, gross: string) => {
  const quantity = (text: string) => text.replaceAll(/(\d+)(\w*)/g, '<BasisQuantity unitCode="$2">$1</BasisQuantity>');
  const content = `<NetPriceProductTradePrice>${quantity(net)}</NetPriceProductTradePrice><GrossPriceProductTradePrice>${quantity(gross)}</GrossPriceProductTradePrice>`;
  const invoice = cii(
    "IncludedSupplyChainTradeLineItem",
    `<SpecifiedLineTradeAgreement>${content}</SpecifiedLineTradeAgreement>`,
  );
  return [invoice.lines[0]?.price.base, invoice.others.map(({ value }) => value)];
};

test.each([
  ["both alike", "100KGM", "100KGM", { value: "100", unit: "KGM" }, []],
  ["another number", "100KGM", "10KGM", { value: "100", unit: "KGM" }, ["10 (unit code KGM)"]],
  ["another unit", "100KGM", "100HUR", { value: "100", unit: "KGM" }, ["100 (unit code HUR)"]],
  ["that of the net price alone", "100KGM", "", { value: "100", unit: "KGM" }, []],
  ["that of the gross price alone", "", "10KGM", { value: "10", unit: "KGM" }, []],
  ["none", "", "", undefined, []],
])("the base quantities of net and gross price: %s", (_what, net, gross, base, rest) => {
  expect(price(net, gross)).toEqual([base, rest]);
});

test("registrations of a party of CII are told apart by their scheme", () => {
  const id = (value: string, schemeID: string) =>
    `<SpecifiedTaxRegistration><ID schemeID="${schemeID}">${value}</ID></SpecifiedTaxRegistration>`;
  const invoice = agreement(`<SellerTradeParty>${id("T2", "FC")}${id("DE1", "VA")}${id("3", "XX")}</SellerTradeParty>`);
  expect([invoice.seller?.vatId, invoice.seller?.taxId, invoice.others.map(({ value }) => value)]).toEqual([
    ...["DE1", "T2", ["3 (scheme ID XX)"]],
  ]);
});

test("a delivery with a date alone and an empty payee are read as what they are", () => {
  const date =
    "<ActualDeliverySupplyChainEvent><OccurrenceDateTime>2026-01-01</OccurrenceDateTime></ActualDeliverySupplyChainEvent>";
  expect(cii("ApplicableHeaderTradeDelivery", date).delivery).toMatchObject({ date: "2026-01-01", locations: [] });
  expect(settlement("<PayeeTradeParty/>").payee).toBeUndefined();
  expect(ubl("<Delivery/><PayeeParty/>")).toMatchObject({ delivery: undefined, payee: undefined });
});
