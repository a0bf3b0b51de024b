import type { InvoiceItem, Line } from "./model.ts";
import { joined, takeAmount, takeIdentifier, takePeriod, takeQuantity } from "./take.ts";
import { ublAllowance, ublVat } from "./ubl-values.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads BG-25. */
export function ublLine(node: XmlNode): Line {
  const object = node.all("DocumentReference").find((document) => document.at("DocumentTypeCode")?.text === "130");
  object?.take("DocumentTypeCode");
  const price = node.at("Price");
  const discount = price?.at("AllowanceCharge");
  discount?.skip("ChargeIndicator", /^(false|0)$/);
  return {
    id: node.take("ID"),
    notes: node.takeAll("Note"),
    object: takeIdentifier(object?.at("ID")),
    quantity: takeQuantity(node.at("InvoicedQuantity") ?? node.at("CreditedQuantity")),
    net: takeAmount(node.at("LineExtensionAmount")),
    orderLine: node.take("OrderLineReference/LineID"),
    accounting: node.take("AccountingCost"),
    period: takePeriod(node.take("InvoicePeriod/StartDate"), node.take("InvoicePeriod/EndDate")),
    allowances: node.all("AllowanceCharge").map(ublAllowance),
    price: {
      net: takeAmount(price?.at("PriceAmount")),
      discount: takeAmount(discount?.at("Amount")),
      gross: takeAmount(discount?.at("BaseAmount")),
      base: takeQuantity(price?.at("BaseQuantity")),
    },
    vat: ublVat(node.at("Item/ClassifiedTaxCategory")),
    item: readItem(node.at("Item")),
  };
}

function readItem(item: XmlNode | undefined): InvoiceItem {
  return {
    name: item?.take("Name"),
    description: joined(item?.takeAll("Description") ?? [], "\n"),
    sellerId: item?.take("SellersItemIdentification/ID"),
    buyerId: item?.take("BuyersItemIdentification/ID"),
    standardId: takeIdentifier(item?.at("StandardItemIdentification/ID")),
    classifications: (item?.all("CommodityClassification/ItemClassificationCode") ?? []).flatMap(
      (code) => takeIdentifier(code, ["listID", "listVersionID"]) ?? [],
    ),
    origin: item?.take("OriginCountry/IdentificationCode"),
    attributes: (item?.all("AdditionalItemProperty") ?? []).map((property) => ({
      name: property.take("Name"),
      value: property.take("Value"),
    })),
  };
}
