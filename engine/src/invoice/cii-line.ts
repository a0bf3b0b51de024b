import { ciiAllowance, ciiVat, takeDate } from "./cii-values.ts";
import type { InvoiceItem, Line, Price } from "./model.ts";
import { joined, takeAmount, takeIdentifier, takePeriod, takeQuantity } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads BG-25. */
export function ciiLine(node: XmlNode): Line {
  const document = node.at("AssociatedDocumentLineDocument");
  const agreement = node.at("SpecifiedLineTradeAgreement");
  const settlement = node.at("SpecifiedLineTradeSettlement");
  const period = settlement?.at("BillingSpecifiedPeriod");
  const totals =
    settlement?.at("SpecifiedTradeSettlementLineMonetarySummation") ??
    settlement?.at("SpecifiedTradeSettlementMonetarySummation");
  return {
    id: document?.take("LineID"),
    notes: document?.takeAll("IncludedNote/Content") ?? [],
    object: takeObject(settlement),
    quantity: takeQuantity(node.at("SpecifiedLineTradeDelivery/BilledQuantity")),
    net: takeAmount(totals?.at("LineTotalAmount")),
    orderLine: agreement?.take("BuyerOrderReferencedDocument/LineID"),
    accounting: settlement?.take("ReceivableSpecifiedTradeAccountingAccount/ID"),
    period: takePeriod(takeDate(period?.at("StartDateTime")), takeDate(period?.at("EndDateTime"))),
    allowances: (settlement?.all("SpecifiedTradeAllowanceCharge") ?? []).map(ciiAllowance),
    price: readPrice(agreement),
    vat: ciiVat(settlement?.at("ApplicableTradeTax")),
    item: readItem(node.at("SpecifiedTradeProduct")),
  };
}

function takeObject(settlement: XmlNode | undefined): Line["object"] {
  const documents = settlement?.all("AdditionalReferencedDocument") ?? [];
  const object = documents.find((document) => document.at("TypeCode")?.text === "130");
  object?.take("TypeCode");
  const id = takeIdentifier(object?.at("IssuerAssignedID"));
  return id && { ...id, scheme: object?.take("ReferenceTypeCode") ?? id.scheme };
}

function readPrice(agreement: XmlNode | undefined): Price {
  const gross = agreement?.at("GrossPriceProductTradePrice");
  const net = agreement?.at("NetPriceProductTradePrice");
  const discount = gross?.at("AppliedTradeAllowanceCharge");
  discount?.skip("ChargeIndicator/Indicator", /^(false|0)$/);
  const [base, grossBase] = [takeQuantity(net?.at("BasisQuantity")), gross?.at("BasisQuantity")];
  // The gross price repeats the base quantity of the net price.
  const isRepeated = grossBase?.text === base?.value && grossBase?.attributes.get("unitCode") === base?.unit;
  const repeated = base === undefined || isRepeated ? takeQuantity(grossBase) : undefined;
  return {
    net: takeAmount(net?.at("ChargeAmount")),
    discount: takeAmount(discount?.at("ActualAmount")),
    gross: takeAmount(gross?.at("ChargeAmount")),
    base: base ?? repeated,
  };
}

function readItem(product: XmlNode | undefined): InvoiceItem {
  return {
    name: product?.take("Name"),
    description: joined(product?.takeAll("Description") ?? [], "\n"),
    sellerId: product?.take("SellerAssignedID"),
    buyerId: product?.take("BuyerAssignedID"),
    standardId: takeIdentifier(product?.at("GlobalID")),
    classifications: (product?.all("DesignatedProductClassification/ClassCode") ?? []).flatMap(
      (code) => takeIdentifier(code, ["listID", "listVersionID"]) ?? [],
    ),
    origin: product?.take("OriginTradeCountry/ID"),
    attributes: (product?.all("ApplicableProductCharacteristic") ?? []).map((characteristic) => ({
      name: characteristic.take("Description"),
      value: characteristic.take("Value"),
    })),
  };
}
