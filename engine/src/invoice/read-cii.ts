import { ciiLine } from "./cii-line.ts";
import { ciiAddress, ciiParty, ciiPartyIds } from "./cii-party.ts";
import { ciiAllowance, ciiVat, takeDate } from "./cii-values.ts";
import type { Delivery, Invoice, Payment, SupportingDocument, Totals, VatGroup } from "./model.ts";
import { otherValues } from "./other-values.ts";
import { joined, listed, takeAmount, takeAttachment, takeIdentifier, takePeriod, unlessEmpty } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** Names in ZUGFeRD 1.0, which took the CII of 2014, and the later names of the same elements. */
export const namesOf2014: ReadonlyMap<string, string> = new Map([
  ["SpecifiedExchangedDocumentContext", "ExchangedDocumentContext"],
  ["HeaderExchangedDocument", "ExchangedDocument"],
  ["SpecifiedSupplyChainTradeTransaction", "SupplyChainTradeTransaction"],
  ["ApplicableSupplyChainTradeAgreement", "ApplicableHeaderTradeAgreement"],
  ["ApplicableSupplyChainTradeDelivery", "ApplicableHeaderTradeDelivery"],
  ["ApplicableSupplyChainTradeSettlement", "ApplicableHeaderTradeSettlement"],
  ["SpecifiedSupplyChainTradeAgreement", "SpecifiedLineTradeAgreement"],
  ["SpecifiedSupplyChainTradeDelivery", "SpecifiedLineTradeDelivery"],
  ["SpecifiedSupplyChainTradeSettlement", "SpecifiedLineTradeSettlement"],
  ["ApplicablePercent", "RateApplicablePercent"],
]);

/** Reads a Cross Industry Invoice (the syntax binding is CEN/TS 16931-3-3). */
export function readCii(root: XmlNode): Invoice {
  const header = root.at("ExchangedDocument");
  const context = root.at("ExchangedDocumentContext");
  const deal = root.at("SupplyChainTradeTransaction");
  const agreement = deal?.at("ApplicableHeaderTradeAgreement");
  const delivery = deal?.at("ApplicableHeaderTradeDelivery");
  const settlement = deal?.at("ApplicableHeaderTradeSettlement");
  const taxes = settlement?.all("ApplicableTradeTax") ?? [];
  const terms = settlement?.all("SpecifiedTradePaymentTerms") ?? [];
  const currency = settlement?.take("InvoiceCurrencyCode");
  const periods = settlement?.at("BillingSpecifiedPeriod");
  const invoice = {
    number: header?.take("ID"),
    issueDate: takeDate(header?.at("IssueDateTime")),
    typeCode: header?.take("TypeCode"),
    isCreditNote: false,
    currency,
    vatCurrency: settlement?.take("TaxCurrencyCode"),
    taxPointDate: sameInAll(taxes, (tax) => tax.at("TaxPointDate"), takeDate),
    taxPointCode: sameInAll(
      taxes,
      (tax) => tax.at("DueDateTypeCode"),
      (code) => code?.taken(),
    ),
    dueDate: takeDate(terms.find((term) => term.at("DueDateDateTime"))?.at("DueDateDateTime")),
    references: {
      buyer: agreement?.take("BuyerReference"),
      project: [
        ...listed(agreement?.take("SpecifiedProcuringProject/ID")),
        ...listed(agreement?.take("SpecifiedProcuringProject/Name")),
      ],
      contract: agreement?.take("ContractReferencedDocument/IssuerAssignedID"),
      order: agreement?.take("BuyerOrderReferencedDocument/IssuerAssignedID"),
      salesOrder: agreement?.take("SellerOrderReferencedDocument/IssuerAssignedID"),
      receivingAdvice: delivery?.take("ReceivingAdviceReferencedDocument/IssuerAssignedID"),
      despatchAdvice: delivery?.take("DespatchAdviceReferencedDocument/IssuerAssignedID"),
      ...readTenderAndObject(agreement),
      accounting: settlement?.take("ReceivableSpecifiedTradeAccountingAccount/ID"),
    },
    paymentTerms: terms.flatMap((term) => term.takeAll("Description")),
    notes: (header?.all("IncludedNote") ?? []).flatMap((note) => {
      const subject = note.take("SubjectCode");
      const text = joined(note.takeAll("Content"), "\n");
      return text === undefined && subject === undefined ? [] : { subject, text: text ?? "" };
    }),
    process: context?.take("BusinessProcessSpecifiedDocumentContextParameter/ID"),
    specification: context?.take("GuidelineSpecifiedDocumentContextParameter/ID"),
    preceding: (settlement?.all("InvoiceReferencedDocument") ?? []).map((document) => ({
      number: document.take("IssuerAssignedID") ?? document.take("ID"),
      date: takeDate(document.at("FormattedIssueDateTime")),
    })),
    seller: ciiParty(agreement?.at("SellerTradeParty")),
    buyer: ciiParty(agreement?.at("BuyerTradeParty")),
    payee: ciiParty(settlement?.at("PayeeTradeParty")),
    taxRepresentative: ciiParty(agreement?.at("SellerTaxRepresentativeTradeParty")),
    delivery: readDelivery(delivery),
    period: takePeriod(takeDate(periods?.at("StartDateTime")), takeDate(periods?.at("EndDateTime"))),
    payments: (settlement?.all("SpecifiedTradeSettlementPaymentMeans") ?? []).flatMap(
      (means) => readPayment(means) ?? [],
    ),
    remittance: settlement?.takeAll("PaymentReference") ?? [],
    mandate: terms.find((term) => term.at("DirectDebitMandateID"))?.take("DirectDebitMandateID"),
    creditorId: settlement?.take("CreditorReferenceID"),
    allowances: [
      ...(settlement?.all("SpecifiedTradeAllowanceCharge") ?? []).map(ciiAllowance),
      ...(settlement?.all("SpecifiedLogisticsServiceCharge") ?? []).map((charge) => ({
        isCharge: true,
        amount: takeAmount(charge.at("AppliedAmount")),
        base: undefined,
        percent: undefined,
        vat: ciiVat(charge.at("AppliedTradeTax")),
        reason: charge.take("Description"),
        reasonCode: undefined,
      })),
    ],
    totals: readTotals(settlement, currency),
    vatBreakdown: taxes.map(readVatGroup),
    documents: (agreement?.all("AdditionalReferencedDocument") ?? []).flatMap((document) => readDocument(document)),
    lines: (deal?.all("IncludedSupplyChainTradeLineItem") ?? []).map(ciiLine),
  };
  return { ...invoice, others: otherValues(root, currency) };
}

/** Reads a value that the VAT groups repeat. Where one differs, it is left to be shown as it is. */
function sameInAll(
  taxes: XmlNode[],
  at: (tax: XmlNode) => XmlNode | undefined,
  take: (node: XmlNode | undefined) => string | undefined,
): string | undefined {
  const nodes = taxes.flatMap((tax) => at(tax) ?? []);
  const content = (node: XmlNode | undefined) => node?.text || node?.children[0]?.text;
  const same = nodes.filter((node) => content(node) === content(nodes[0]));
  return same.map(take)[0];
}

const tenderCode = "50";
const objectCode = "130";
const codeOf = (document: XmlNode) => document.at("TypeCode")?.text;

function readTenderAndObject(agreement: XmlNode | undefined) {
  const documents = agreement?.all("AdditionalReferencedDocument") ?? [];
  const tender = documents.find((document) => codeOf(document) === tenderCode);
  const object = documents.find((document) => codeOf(document) === objectCode);
  for (const document of [tender, object]) document?.take("TypeCode");
  const id = takeIdentifier(object?.at("IssuerAssignedID"));
  return {
    tender: tender?.take("IssuerAssignedID"),
    object: id && { ...id, scheme: object?.take("ReferenceTypeCode") ?? id.scheme },
  };
}

/** Returns nothing for a document that was read as a reference to a tender or an object. */
function readDocument(document: XmlNode): SupportingDocument[] {
  if ([tenderCode, objectCode].includes(codeOf(document) ?? "")) return [];
  document.skip("TypeCode", /^916$/); // "related document"
  return listed(
    unlessEmpty({
      reference: document.take("IssuerAssignedID"),
      description: document.takeAll("Name"),
      location: document.take("URIID"),
      attachment: takeAttachment(document.at("AttachmentBinaryObject")),
    }),
  );
}

function readDelivery(delivery: XmlNode | undefined): Delivery | undefined {
  const place = delivery?.at("ShipToTradeParty");
  return unlessEmpty({
    name: place?.take("Name"),
    locations: ciiPartyIds(place),
    date: takeDate(delivery?.at("ActualDeliverySupplyChainEvent/OccurrenceDateTime")),
    address: ciiAddress(place?.at("PostalTradeAddress")),
  });
}

function readPayment(means: XmlNode): Payment | undefined {
  const account = means.at("PayeePartyCreditorFinancialAccount");
  const bank =
    means.at("PayeeSpecifiedCreditorFinancialInstitution") ?? means.at("PayeeSpecificCreditorFinancialInstitution");
  const card = means.at("ApplicableTradeSettlementFinancialCard");
  return unlessEmpty({
    means: means.take("TypeCode"),
    text: joined(means.takeAll("Information"), " "),
    account: account?.take("IBANID") ?? account?.take("ProprietaryID"),
    accountName: account?.take("AccountName"),
    bic: bank?.take("BICID"),
    card: card?.take("ID"),
    cardHolder: card?.take("CardholderName"),
    debitedAccount: means.take("PayerPartyDebtorFinancialAccount/IBANID"),
  });
}

function readTotals(settlement: XmlNode | undefined, currency: string | undefined): Totals {
  const totals =
    settlement?.at("SpecifiedTradeSettlementHeaderMonetarySummation") ??
    settlement?.at("SpecifiedTradeSettlementMonetarySummation");
  const taxes = totals?.all("TaxTotalAmount") ?? [];
  const other = taxes.findLast((tax) => ![undefined, currency].includes(tax.attributes.get("currencyID")));
  return {
    lines: takeAmount(totals?.at("LineTotalAmount")),
    allowances: takeAmount(totals?.at("AllowanceTotalAmount")),
    charges: takeAmount(totals?.at("ChargeTotalAmount")),
    withoutVat: takeAmount(totals?.at("TaxBasisTotalAmount")),
    vat: takeAmount(taxes.find((tax) => tax !== other)),
    vatInVatCurrency: takeAmount(other),
    withVat: takeAmount(totals?.at("GrandTotalAmount")),
    paid: takeAmount(totals?.at("TotalPrepaidAmount")),
    rounding: takeAmount(totals?.at("RoundingAmount")),
    due: takeAmount(totals?.at("DuePayableAmount")),
  };
}

function readVatGroup(tax: XmlNode): VatGroup {
  return {
    ...(ciiVat(tax) ?? { code: undefined, rate: undefined }),
    taxable: takeAmount(tax.at("BasisAmount")),
    tax: takeAmount(tax.at("CalculatedAmount")),
    exemption: joined(tax.takeAll("ExemptionReason"), " "),
    exemptionCode: tax.take("ExemptionReasonCode"),
  };
}
