import type { Delivery, Invoice, Note, Payment, References, SupportingDocument, Totals, VatGroup } from "./model.ts";
import { otherValues } from "./other-values.ts";
import { joined, listed, takeAmount, takeAttachment, takeIdentifier, takePeriod, unlessEmpty } from "./take.ts";
import { ublLine } from "./ubl-line.ts";
import { ublAddress, ublParty } from "./ubl-party.ts";
import { ublAllowance, ublVat } from "./ubl-values.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads an Invoice or a CreditNote of UBL 2 (the syntax binding is CEN/TS 16931-3-2). */
export function readUbl(root: XmlNode): Invoice {
  const currency = root.take("DocumentCurrencyCode");
  const seller = root.at("AccountingSupplierParty/Party");
  const payee = root.at("PayeeParty");
  const creditorId = takeCreditorId(seller, payee);
  const invoice = {
    number: root.take("ID"),
    issueDate: root.take("IssueDate"),
    typeCode: root.take("InvoiceTypeCode") ?? root.take("CreditNoteTypeCode"),
    isCreditNote: root.name === "CreditNote",
    currency,
    vatCurrency: root.take("TaxCurrencyCode"),
    taxPointDate: root.take("TaxPointDate"),
    taxPointCode: root.take("InvoicePeriod/DescriptionCode"),
    dueDate: root.take("DueDate") ?? root.take("PaymentMeans/PaymentDueDate"),
    references: readReferences(root),
    paymentTerms: root.takeAll("PaymentTerms/Note"),
    notes: root.takeAll("Note").map(readNote),
    process: root.take("ProfileID"),
    specification: root.take("CustomizationID"),
    preceding: root.all("BillingReference/InvoiceDocumentReference").map((document) => ({
      number: document.take("ID"),
      date: document.take("IssueDate"),
    })),
    seller: ublParty(seller),
    buyer: ublParty(root.at("AccountingCustomerParty/Party")),
    payee: ublParty(payee),
    taxRepresentative: ublParty(root.at("TaxRepresentativeParty")),
    delivery: readDelivery(root.at("Delivery")),
    period: takePeriod(root.take("InvoicePeriod/StartDate"), root.take("InvoicePeriod/EndDate")),
    payments: root.all("PaymentMeans").flatMap((means) => readPayment(means) ?? []),
    remittance: [...new Set(root.takeAll("PaymentMeans/PaymentID"))],
    mandate: root.take("PaymentMeans/PaymentMandate/ID"),
    creditorId,
    allowances: root.all("AllowanceCharge").map(ublAllowance),
    totals: readTotals(root, currency),
    vatBreakdown: root.all("TaxTotal/TaxSubtotal").map(readVatGroup),
    documents: root.all("AdditionalDocumentReference").flatMap((document) => readDocument(document) ?? []),
    lines: [...root.all("InvoiceLine"), ...root.all("CreditNoteLine")].map(ublLine),
  };
  return { ...invoice, others: otherValues(root, currency) };
}

/** "#AAI#Text": the code of the subject, as the syntax binding writes it. */
function readNote(note: string): Note {
  const [, subject, text = note] = /^#([A-Z]{3})#(.*)$/s.exec(note) ?? [];
  return { subject, text: text.trim() };
}

const objectCode = "130";
const projectCode = "50";
const codeOf = (document: XmlNode) => document.at("DocumentTypeCode")?.text;

function readReferences(root: XmlNode): References {
  const documents = root.all("AdditionalDocumentReference");
  const object = documents.find((document) => codeOf(document) === objectCode);
  const project = documents.find((document) => codeOf(document) === projectCode);
  for (const document of [object, project]) document?.take("DocumentTypeCode");
  return {
    buyer: root.take("BuyerReference"),
    project: [...listed(root.take("ProjectReference/ID")), ...listed(project?.take("ID"))],
    contract: root.take("ContractDocumentReference/ID"),
    order: root.take("OrderReference/ID"),
    salesOrder: root.take("OrderReference/SalesOrderID"),
    receivingAdvice: root.take("ReceiptDocumentReference/ID"),
    despatchAdvice: root.take("DespatchDocumentReference/ID"),
    tender: root.take("OriginatorDocumentReference/ID"),
    object: takeIdentifier(object?.at("ID")),
    accounting: root.take("AccountingCost"),
  };
}

/** Returns undefined for a document that was read as a reference to an object or a project. */
function readDocument(document: XmlNode): SupportingDocument | undefined {
  if ([objectCode, projectCode].includes(codeOf(document) ?? "")) return undefined;
  return unlessEmpty({
    reference: document.take("ID"),
    description: document.takeAll("DocumentDescription"),
    location: document.take("Attachment/ExternalReference/URI"),
    attachment: takeAttachment(document.at("Attachment/EmbeddedDocumentBinaryObject")),
  });
}

/** The creditor's identifier for direct debits stands among the party's own ones, with a scheme of its own. */
function takeCreditorId(...parties: (XmlNode | undefined)[]): string | undefined {
  const ids = parties.flatMap((party) => party?.all("PartyIdentification/ID") ?? []);
  const id = ids.find((one) => one.attributes.get("schemeID") === "SEPA");
  id?.attribute("schemeID");
  return id?.taken();
}

function readDelivery(delivery: XmlNode | undefined): Delivery | undefined {
  if (!delivery) return undefined;
  return unlessEmpty({
    name: delivery.take("DeliveryParty/PartyName/Name"),
    locations: listed(takeIdentifier(delivery.at("DeliveryLocation/ID"))),
    date: delivery.take("ActualDeliveryDate"),
    address: ublAddress(delivery.at("DeliveryLocation/Address")),
  });
}

function readPayment(means: XmlNode): Payment | undefined {
  const code = means.at("PaymentMeansCode");
  const account = means.at("PayeeFinancialAccount");
  return unlessEmpty({
    means: code?.taken(),
    text: code?.attribute("name"),
    account: account?.take("ID"),
    accountName: account?.take("Name"),
    bic: account?.take("FinancialInstitutionBranch/ID"),
    card: joined([means.take("CardAccount/PrimaryAccountNumberID"), means.take("CardAccount/NetworkID")], " "),
    cardHolder: means.take("CardAccount/HolderName"),
    debitedAccount: means.take("PaymentMandate/PayerFinancialAccount/ID"),
  });
}

function readTotals(root: XmlNode, currency: string | undefined): Totals {
  const totals = root.at("LegalMonetaryTotal");
  const taxes = root.all("TaxTotal/TaxAmount");
  // The total in the currency of VAT accounting is a second element with another currency.
  const other = taxes.findLast((tax) => ![undefined, currency].includes(tax.attributes.get("currencyID")));
  const vat = taxes.find((tax) => tax !== other);
  return {
    lines: takeAmount(totals?.at("LineExtensionAmount")),
    allowances: takeAmount(totals?.at("AllowanceTotalAmount")),
    charges: takeAmount(totals?.at("ChargeTotalAmount")),
    withoutVat: takeAmount(totals?.at("TaxExclusiveAmount")),
    vat: takeAmount(vat),
    vatInVatCurrency: takeAmount(other),
    withVat: takeAmount(totals?.at("TaxInclusiveAmount")),
    paid: takeAmount(totals?.at("PrepaidAmount")),
    rounding: takeAmount(totals?.at("PayableRoundingAmount")),
    due: takeAmount(totals?.at("PayableAmount")),
  };
}

function readVatGroup(group: XmlNode): VatGroup {
  const category = group.at("TaxCategory");
  return {
    ...(ublVat(category) ?? { code: undefined, rate: undefined }),
    taxable: takeAmount(group.at("TaxableAmount")),
    tax: takeAmount(group.at("TaxAmount")),
    exemption: joined(category?.takeAll("TaxExemptionReason") ?? [], " "),
    exemptionCode: category?.take("TaxExemptionReasonCode"),
  };
}
