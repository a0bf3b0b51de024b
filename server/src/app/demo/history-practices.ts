import type { fallbackPlans, hiddenPlan } from "@sheaf/contracts/plan-facts.ts";

type PlanSlug = (typeof fallbackPlans)[number]["slug"] | (typeof hiddenPlan)["slug"];

/** An invented practice and its history. Days are counted back from today. */
export interface InventedPractice {
  name: string;
  /** The owner first. */
  people: [firstName: string, lastName: string][];
  /** Null when the practice signed up and never paid. */
  plan: PlanSlug | null;
  signedUp: number;
  /** Documents on an ordinary working day. */
  perDay: number;
  /** Number of paid periods; when left out, the plan is renewed until today. */
  periods?: number;
  /** Cancelled: the plan ends with the current period. */
  cancelled?: true;
  /** Requests a refund of the last payment, for this reason. */
  refundReason?: string;
}

/** All people are invented. Their email addresses are made of their names, in the top-level domain .example. */
export const inventedPractices: InventedPractice[] = [
  practice("Hartley & Wren", ["Amelia Hartley", "Josh Wren", "Priti Shah"], "small-firm", 89, 11),
  practice("Pembroke Ledger Services", ["Owen Pembroke"], "solo", 87, 4),
  practice("Castlegate Accounting", ["Ruth Adeyemi", "Tom Finch", "Lena Kowalska", "Raj Mehta"], "growth", 84, 34),
  practice("Nightingale Books", ["Grace Nightingale"], "solo", 82, 3, { periods: 2 }),
  practice("Marsh Lane Practice", ["Daniel Marsh", "Chloe Patel"], "small-firm", 78, 9),
  practice("Fern & Fallow", ["Isla Fern"], "solo", 75, 5),
  practice("Quayside Tax", ["Callum Reid", "Nadia Hussain"], "small-firm", 71, 8),
  practice("Okonkwo Chartered", ["Emeka Okonkwo", "Sarah Lyle", "Ben Osei"], "small-firm", 66, 13),
  practice("Thistle Bookkeeping", ["Fiona Baird"], "solo", 64, 4, { periods: 1 }),
  practice("St Aubyn Partners", ["Hugo St Aubyn", "Mei Chen", "Zara Khan", "Leo Grant", "Ada Novak"], "growth", 59, 29),
  practice("Millbrook Accounts", ["Helen Brook"], "solo", 55, 5),
  practice("Corner House Bureau", ["Peter Dale", "Ines Duarte"], "small-firm", 51, 7, { cancelled: true }),
  practice("Ridgeway Returns", ["Molly Ridge"], "solo", 47, 3, { periods: 1 }),
  practice("Bellweather Finance", ["Adam Bell", "Kate Weather"], "small-firm", 42, 10),
  practice("Harbour Trust (charity)", ["Joan Ellis"], "free-forever", 40, 1),
  practice("Sandford Payroll", ["Imran Sandford"], "solo", 36, 5),
  practice("Lark & Loom", ["Esther Lark"], "solo", 31, 4, { cancelled: true }),
  practice("Ashdown Advisory", ["Martin Ash", "Yusuf Demir", "Carla Rossi"], "small-firm", 27, 9),
  practice("Two Rivers Accountancy", ["Bronwen Rees"], "solo", 24, 4),
  practice("Penhale & Daughters", ["Demelza Penhale", "Morwenna Penhale"], "small-firm", 20, 8),
  practice("Oakfield Audit", ["Stephen Oakes"], null, 18, 0),
  practice("Juniper Street", ["Tess Juniper"], "solo", 16, 5),
  practice("Brightwater Group", ["Oliver Bright", "Hana Sato", "Paul Mbeki", "Rosa Lund"], "growth", 13, 26),
  practice("Copperfield & Co", ["Nell Copperfield"], "solo", 11, 4),
  practice("Westgate Books", ["Anil Rao"], null, 9, 0),
  practice("Foxglove Finance", ["Erin Fox"], "small-firm", 8, 1, {
    refundReason: "We bought the wrong size for the two of us.",
  }),
  practice("Larkspur Ltd", ["Victor Spur", "Amy Holt"], "small-firm", 6, 8),
  practice("Tidewell Tax", ["Gemma Wells"], "solo", 4, 4),
  practice("Hollins & Hart", ["Sam Hollins"], "solo", 3, 3),
  practice("Meadowbank", ["Kirsty Meadows"], null, 2, 0),
  practice("Stonebridge Practice", ["Luke Stone", "Dina Bridge"], "small-firm", 1, 6),
];

function practice(
  name: string,
  people: string[],
  plan: PlanSlug | null,
  signedUp: number,
  perDay: number,
  more: Pick<InventedPractice, "periods" | "cancelled" | "refundReason"> = {},
): InventedPractice {
  const named = people.map((person): [string, string] => {
    const [firstName = "", ...rest] = person.split(" ");
    return [firstName, rest.join(" ")];
  });
  return { name, people: named, plan, signedUp, perDay, ...more };
}

export const inventedCustomers = [
  "Bramble Bakery",
  "Northside Cycles",
  "Pike Plumbing",
  "Ivy Dental",
  "Corner Café",
  "Maple Joinery",
  "Sun Street Yoga",
  "Delta Roofing",
  "The Reading Room",
  "Orchard Nursery",
  "Vale Vets",
  "Kiln Pottery",
];
