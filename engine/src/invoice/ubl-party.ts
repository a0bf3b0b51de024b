import type { Address, Party } from "./model.ts";
import { listed, takeIdentifier, unlessEmpty, vatWord } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads BG-4, BG-7, BG-10 or BG-11. */
export function ublParty(node: XmlNode | undefined): Party | undefined {
  if (!node) return undefined;
  const legal = node.at("PartyLegalEntity");
  const registered = legal?.take("RegistrationName");
  const name = node.take("PartyName/Name");
  const schemes = node.all("PartyTaxScheme");
  const vat = schemes.find((scheme) => isVat(scheme));
  const tax = schemes.find((scheme) => scheme !== vat);
  vat?.skip("TaxScheme/ID", vatWord);
  tax?.skip("TaxScheme/ID", /^(TAX|FC|!VAT)$/i);
  return unlessEmpty({
    name: registered ?? name,
    tradingName: registered === undefined || registered === name ? undefined : name,
    ids: node
      .all("PartyIdentification/ID")
      .filter((id) => id.unread.text !== undefined)
      .flatMap((id) => takeIdentifier(id) ?? []),
    legalId: takeIdentifier(legal?.at("CompanyID")),
    vatId: vat?.take("CompanyID"),
    taxId: tax?.take("CompanyID"),
    legalInformation: legal?.take("CompanyLegalForm"),
    electronicAddress: takeIdentifier(node.at("EndpointID")),
    address: ublAddress(node.at("PostalAddress")),
    contact: unlessEmpty({
      point: listed(node.take("Contact/Name")),
      phone: node.take("Contact/Telephone"),
      email: node.take("Contact/ElectronicMail"),
    }),
  });
}

/** A registration without a word for its tax is the VAT number where it is the only one. */
const isVat = (scheme: XmlNode) => vatWord.test(scheme.at("TaxScheme/ID")?.text ?? "VAT");

export function ublAddress(node: XmlNode | undefined): Address | undefined {
  if (!node) return undefined;
  return unlessEmpty({
    lines: [
      ...listed(node.take("StreetName")),
      ...listed(node.take("AdditionalStreetName")),
      ...node.takeAll("AddressLine/Line"),
    ],
    city: node.take("CityName"),
    postCode: node.take("PostalZone"),
    subdivision: node.take("CountrySubentity"),
    country: node.take("Country/IdentificationCode"),
  });
}
