import type { Address, Identifier, Party } from "./model.ts";
import { joined, listed, takeIdentifier, unlessEmpty } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads BG-4, BG-7, BG-10 or BG-11. */
export function ciiParty(node: XmlNode | undefined): Party | undefined {
  if (!node) return undefined;
  const legal = node.at("SpecifiedLegalOrganization");
  const contact = node.at("DefinedTradeContact");
  return unlessEmpty({
    name: node.take("Name"),
    tradingName: legal?.take("TradingBusinessName"),
    ids: ciiPartyIds(node),
    legalId: takeIdentifier(legal?.at("ID")),
    vatId: takeRegistration(node, "VA"),
    taxId: takeRegistration(node, "FC"),
    legalInformation: joined(node.takeAll("Description"), "\n"),
    electronicAddress: takeIdentifier(node.at("URIUniversalCommunication/URIID")),
    address: ciiAddress(node.at("PostalTradeAddress")),
    contact: unlessEmpty({
      point: [...listed(contact?.take("PersonName")), ...listed(contact?.take("DepartmentName"))],
      phone: contact?.take("TelephoneUniversalCommunication/CompleteNumber"),
      email: contact?.take("EmailURIUniversalCommunication/URIID"),
    }),
  });
}

export const ciiPartyIds = (node: XmlNode | undefined): Identifier[] =>
  [...(node?.all("ID") ?? []), ...(node?.all("GlobalID") ?? [])].flatMap((id) => takeIdentifier(id) ?? []);

/** @param scheme "VA" for the VAT number, "FC" for the number at the local tax office */
function takeRegistration(node: XmlNode, scheme: string): string | undefined {
  const id = node.all("SpecifiedTaxRegistration/ID").find((one) => one.attributes.get("schemeID") === scheme);
  id?.attribute("schemeID");
  return id?.taken();
}

export function ciiAddress(node: XmlNode | undefined): Address | undefined {
  if (!node) return undefined;
  return unlessEmpty({
    lines: ["LineOne", "LineTwo", "LineThree"].flatMap((name) => listed(node.take(name))),
    city: node.take("CityName"),
    postCode: node.take("PostcodeCode"),
    subdivision: node.take("CountrySubDivisionName"),
    country: node.take("CountryID"),
  });
}
