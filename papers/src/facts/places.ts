import { type Random, randomFrom } from "../random.ts";

/** Where somebody is. Neither the towns nor the letters of their postcodes exist. */
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

/** A business is at the same place on all of its papers. */
export const placeOf = (business: string) => inventPlace(randomFrom(`place of ${business}`));

/** From the ranges that Ofcom keeps for drama: no such number will ever be connected. */
export const inventPhone = (random: Random) =>
  random.isOneIn(4) ? `020 7946 0${random.digits(3)}` : `01632 960${random.digits(3)}`;

/** As long as a real one, but its check digits fit neither of the two ways in which they are counted. */
export function inventVatNumber(random: Random): string {
  const first = random.digits(7);
  const weighted = [...first].reduce((total, digit, index) => total + Number(digit) * (8 - index), 0);
  const valid = [97 - (weighted % 97), 97 - ((weighted + 55) % 97)];
  let check = random.whole(10, 97);
  while (valid.includes(check)) check = check === 97 ? 10 : check + 1;
  return `${first.slice(0, 3)} ${first.slice(3)} ${check}`;
}

/** From a range that the register has not reached. */
export const inventCompanyNumber = (random: Random) => `98${random.digits(6)}`;

/** No bank's sort code begins with 00. */
export const inventSortCode = (random: Random) => `00-${random.digits(2)}-${random.digits(2)}`;

export const inventAccountNumber = (random: Random) => `00${random.digits(6)}`;

/** "Pennyfold Bakehouse Ltd" → "pennyfold-bakehouse.example", a name that is kept free for examples (RFC 2606). */
export const webNameOf = (business: string) =>
  `${business
    .toLowerCase()
    .replace(/\b(ltd|llp|limited|plc)\b/g, "")
    .replace(/&/g, "and")
    .replace(/['’.]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.example`;
