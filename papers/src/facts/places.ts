import { type Random, randomFrom } from "../random.ts";

/** An address. Neither the towns nor their postcode areas exist. */
export interface Place {
  street: string;
  town: string;
  postcode: string;
}

const towns = [
  { name: "Marlbridge", area: "MJ" },
  { name: "Tiverham", area: "TX" },
  { name: "Ashcombe Regis", area: "AQ" },
  { name: "Kelderby", area: "KJ" },
  { name: "Wexcliffe", area: "WQ" },
  { name: "Fernhallow", area: "FJ" },
  { name: "Oldstow", area: "OZ" },
  { name: "Brackenford", area: "BJ" },
] as const;

const streets = [
  "Tanner's Row",
  "Mill Lane",
  "Station Approach",
  "High Street",
  "Quarry Road",
  "Weavers Yard",
  "Harbour Street",
  "Priory Close",
  "Foundry Way Trading Estate",
  "Market Place",
  "Canal Wharf",
  "St Osyth's Terrace",
] as const;

export function inventPlace(random: Random): Place {
  const town = random.pick(towns);
  const street = random.pick(streets);
  const number = street.endsWith("Estate") ? `Unit ${random.whole(2, 24)},` : `${random.whole(2, 148)}`;
  const inward = `${random.whole(1, 9)}${random.pick([..."BDEHLNQRTW"])}${random.pick([..."ABDGHNPSXY"])}`;
  return { street: `${number} ${street}`, town: town.name, postcode: `${town.area}${random.whole(1, 19)} ${inward}` };
}

/** Returns the address of a business, which is the same on all papers. */
export const addressOf = (business: string) => inventPlace(randomFrom(`place of ${business}`));

/** Invents a telephone number from the ranges that Ofcom reserves for drama, which are never assigned. */
export const inventPhone = (random: Random) =>
  random.isOneIn(4) ? `020 7946 0${random.digits(3)}` : `01632 960${random.digits(3)}`;

/** Invents a VAT number with the right length, but with check digits that are invalid in both of the schemes in use. */
export function inventVatNumber(random: Random): string {
  const first = random.digits(7);
  const weighted = [...first].reduce((total, digit, index) => total + Number(digit) * (8 - index), 0);
  const valid = [97 - (weighted % 97), 97 - ((weighted + 55) % 97)];
  let check = random.whole(10, 97);
  while (valid.includes(check)) check = check === 97 ? 10 : check + 1;
  return `${first.slice(0, 3)} ${first.slice(3)} ${check}`;
}

/** Invents a company number from a range that Companies House has not reached yet. */
export const inventCompanyNumber = (random: Random) => `98${random.digits(6)}`;

/** Invents a sort code. No real one begins with 00. */
export const inventSortCode = (random: Random) => `00-${random.digits(2)}-${random.digits(2)}`;

export const inventAccountNumber = (random: Random) => `00${random.digits(6)}`;

/** "Pennyfold Bakehouse Ltd" → "pennyfold-bakehouse.example", in a domain reserved for examples (RFC 2606). */
export const webNameOf = (business: string) =>
  `${business
    .toLowerCase()
    .replace(/\b(ltd|llp|limited|plc)\b/g, "")
    .replace(/&/g, "and")
    .replace(/['’.]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.example`;
