import type { Dice } from "./dice.ts";

const companies = [
  "Kestrel Joinery",
  "Harrow & Finch",
  "Bramley Catering",
  "Penrose Electrical",
  "Alder Print",
  "Northgate Motors",
  "Willow Dental",
  "Cobalt Plumbing",
  "Thistle Books",
  "Marlowe Textiles",
  "Sandpiper Travel",
  "Ironbridge Tools",
] as const;
const endings = ["Limited", "Ltd", "LLP", "& Sons", "plc"] as const;
const streets = [
  "Mill Lane",
  "Station Road",
  "High Street",
  "Victoria Terrace",
  "Church Close",
  "Orchard Way",
  "Bridge Street",
  "Kingsway",
] as const;
const towns = [
  "Shrewsbury SY1 2AB",
  "Leeds LS1 4DY",
  "Bristol BS8 1TH",
  "Norwich NR2 1QX",
  "Perth PH1 5LP",
  "Cardiff CF10 3BB",
  "York YO1 7HH",
  "Exeter EX4 3SR",
] as const;
const people = [
  "Anna Whitlock",
  "Joseph Marsh",
  "Priya Raman",
  "Callum Boyd",
  "Helen Osei",
  "Martin Crane",
  "Sofia Novak",
  "Duncan Reid",
] as const;
const goods = [
  "Oak worktop oiled",
  "Delivery to site",
  "Copper pipe 15 mm",
  "Printer paper A4",
  "Service of boiler",
  "Desk lamp black",
  "Annual licence renewal",
  "Labour per hour",
  "Paint white matt",
  "Hinges brass pair",
  "Catering for meeting",
  "Carriage and packing",
  "Network cable",
  "Replacement filter",
  "Consultancy day rate",
  "Garden waste removal",
  "Safety gloves large",
  "Window cleaning",
  "Toner cartridge",
  "Door handle chrome",
] as const;
const sentences = [
  "Thank you for your letter about the accounts for the year to 31 March.",
  "We enclose the documents that you asked for and would be grateful for a reply within fourteen days.",
  "Please check the figures carefully and tell us about any changes before the end of the month.",
  "The amount shown includes all adjustments made since the previous statement was prepared.",
  "Our records show that the payment has not yet been received at this office.",
  "If you have already paid, please ignore this reminder and accept our thanks.",
  "The enclosed schedule lists every asset together with its cost and depreciation.",
  "We look forward to meeting you at our offices to discuss the proposals in detail.",
  "A copy of this letter has been sent to the other directors of the company.",
  "Interest may be charged on balances that remain outstanding after the due date.",
  "You should keep this certificate in a safe place because we cannot issue another.",
  "Changes to your tax code will take effect from the beginning of the next period.",
] as const;
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const company = (dice: Dice) => `${dice.pick(companies)} ${dice.pick(endings)}`;
export const person = (dice: Dice) => dice.pick(people);
export const address = (dice: Dice) => [`${dice.whole(1, 140)} ${dice.pick(streets)}`, dice.pick(towns)];
export const good = (dice: Dice) => dice.pick(goods);
export const sentence = (dice: Dice) => dice.pick(sentences);
export const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.whole(0, 9)).join("");

/** "1,234.56" */
export function money(pence: number): string {
  const [pounds = "", rest] = (pence / 100).toFixed(2).split(".");
  return `${pounds.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

export function date(dice: Dice): string {
  const day = dice.whole(1, 28);
  const month = dice.whole(1, 12);
  const two = (value: number) => String(value).padStart(2, "0");
  return dice.pick([`${two(day)}/${two(month)}/2026`, `${day} ${months[month - 1]} 2026`]);
}
