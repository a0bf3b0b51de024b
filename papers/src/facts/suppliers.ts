import type { VatRate } from "../money.ts";
import type { Random } from "../random.ts";
import {
  inventAccountNumber,
  inventCompanyNumber,
  inventPhone,
  inventPlace,
  inventSortCode,
  inventVatNumber,
  webNameOf,
} from "./places.ts";

/** An item for sale, with its lowest and highest unit price in pence and its tax rate. */
export interface Ware {
  words: string;
  unit: string;
  low: number;
  high: number;
  most: number;
  rate: VatRate;
}

interface Trade {
  names: readonly string[];
  motto: string;
  wares: readonly Ware[];
}

export type Supplier = ReturnType<typeof inventSupplier>;

const ware = (words: string, unit: string, low: number, high: number, most: number, rate: VatRate = 20): Ware => ({
  words,
  unit,
  low,
  high,
  most,
  rate,
});

export const trades = {
  packaging: {
    names: ["Corrie Box & Bag Ltd", "Foldwell Packaging Ltd", "Kraftline Cartons Ltd"],
    motto: "Packaging for food and retail",
    wares: [
      ware("Kraft paper bags 250 × 320 mm, 500", "pack", 2850, 3900, 8),
      ware("Cake boxes 10 in, white, 100", "pack", 2600, 3350, 6),
      ware("Greaseproof sheets 400 × 600 mm, 960", "ream", 1450, 1900, 10),
      ware("Printed labels, 1 colour, roll of 1,000", "roll", 1850, 2600, 6),
      ware("Compostable cups 12 oz, 500", "case", 4250, 5100, 5),
      ware("Carriage", "each", 695, 1250, 1),
    ],
  },
  wholesaler: {
    names: ["Aldermoor Mill & Grain Ltd", "Hopgrove Provisions Ltd", "Saltmarsh Wholesale Ltd"],
    motto: "Supplying bakers and kitchens",
    wares: [
      ware("Strong white flour, 16 kg", "sack", 1390, 1720, 14, 0),
      ware("Wholemeal flour, 16 kg", "sack", 1480, 1810, 8, 0),
      ware("Unsalted butter, 20 × 250 g", "case", 4300, 5200, 6, 0),
      ware("Caster sugar, 25 kg", "sack", 2450, 2900, 4, 0),
      ware("Dark chocolate couverture, 5 kg", "bag", 4650, 5900, 3),
      ware("Pallet delivery", "each", 1500, 2250, 1),
    ],
  },
  computing: {
    names: ["Brightwire Systems Ltd", "Nettlefield IT Support Ltd"],
    motto: "Managed IT for small businesses",
    wares: [
      ware("Monthly support, per workstation", "seat", 1450, 2200, 14),
      ware("Email and files, per user", "user", 890, 1290, 18),
      ware("Laptop 14 in, 16 GB, set up", "each", 68900, 91500, 2),
      ware("Network switch, 24 ports, fitted", "each", 21800, 29500, 1),
      ware("On-site engineer", "hour", 7200, 9500, 5),
    ],
  },
  electrical: {
    names: ["Voss & Tarn Electrical Ltd", "Copperhill Contractors Ltd"],
    motto: "Electrical installation and testing",
    wares: [
      ware("Labour, qualified electrician", "hour", 4800, 6200, 16),
      ware("LED panel 600 × 600 mm", "each", 3150, 4400, 12),
      ware("Fixed wire test and certificate", "each", 22000, 34000, 1),
      ware("Double socket, metal clad", "each", 1180, 1650, 10),
      ware("Cable 2.5 mm², 100 m", "drum", 8900, 11200, 2),
    ],
  },
  printing: {
    names: ["Inkwell Row Press Ltd", "Garrick Hall Print Ltd"],
    motto: "Litho, digital and display",
    wares: [
      ware("Menus A4, 350 gsm silk", "100", 3900, 5600, 4),
      ware("Business cards, two sides", "250", 3450, 4900, 3),
      ware("Leaflets A5, 130 gsm", "1,000", 6900, 9800, 2, 0),
      ware("Shop window vinyl, fitted", "m²", 4600, 6200, 6),
      ware("Artwork", "hour", 3800, 5200, 3),
    ],
  },
  cleaning: {
    names: ["Pristow Cleaning Services Ltd", "Wickhollow Hygiene Ltd"],
    motto: "Contract cleaning",
    wares: [
      ware("Daily clean, month", "month", 38500, 61000, 1),
      ware("Deep clean of kitchen and extraction", "visit", 24500, 36500, 1),
      ware("Washroom supplies", "month", 4200, 6800, 1),
      ware("Window clean, front", "visit", 1800, 2600, 4),
    ],
  },
} as const satisfies Record<string, Trade>;

export type TradeName = keyof typeof trades;
export const tradeNames = Object.keys(trades) as TradeName[];

export function inventSupplier(random: Random, tradeName: TradeName) {
  const { names, motto, wares }: Trade = trades[tradeName];
  const name = random.pick(names);
  return {
    ...inventPlace(random),
    name,
    motto,
    wares,
    phone: inventPhone(random),
    web: webNameOf(name),
    vatNumber: inventVatNumber(random),
    companyNumber: inventCompanyNumber(random),
    sortCode: inventSortCode(random),
    accountNumber: inventAccountNumber(random),
  };
}
