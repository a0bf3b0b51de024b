import type { VatRate } from "../money.ts";

export interface ShopWare {
  words: string;
  /** The price with tax, in pence. */
  low: number;
  high: number;
  rate: VatRate;
}

export interface Shop {
  names: readonly string[];
  /** The line below the name. */
  motto: string;
  /** Minimum and maximum number of different items on a receipt. */
  fewest: number;
  most: number;
  wares: readonly ShopWare[];
  thanks: string;
  /** How the receipt names the person who served. */
  served: string;
}

const ware = (words: string, low: number, high: number, rate: VatRate = 20): ShopWare => ({ words, low, high, rate });

export const shops = {
  grocer: {
    names: ["HOPGROVE CASH & CARRY", "SALTMARSH FOODS", "CORNERSTONE MARKET"],
    motto: "Trade counter open 6 am",
    fewest: 6,
    most: 11,
    wares: [
      ware("STRONG FLOUR 16KG", 1390, 1720, 0),
      ware("BUTTER UNSLT 5KG", 3480, 4150, 0),
      ware("EGGS FREE RANGE 60", 1120, 1390, 0),
      ware("WHOLE MILK 4L X4", 980, 1240, 0),
      ware("CASTER SUGAR 10KG", 1060, 1280, 0),
      ware("DRIED YEAST 500G", 420, 560, 0),
      ware("BLUE ROLL 6PK", 899, 1249),
      ware("WASH UP LIQ 5L", 649, 899),
      ware("BIN BAGS HD 100", 1099, 1399),
      ware("SPARKLING WTR 24", 749, 999),
      ware("NITRILE GLOVES L", 499, 729),
      ware("CHOC CHIPS 2.5KG", 1650, 2140),
    ],
    thanks: "THANK YOU FOR SHOPPING WITH US",
    served: "TILL",
  },
  hardware: {
    names: ["TIMBERLY TOOLS & FIXINGS", "IRONQUAY TRADE CENTRE", "PELHAM BOLT & SCREW"],
    motto: "Everything for the trade",
    fewest: 3,
    most: 6,
    wares: [
      ware("WOODSCREW 5X60 X200", 849, 1199),
      ware("MASONRY BIT SET 7PC", 1099, 1699),
      ware("SILICONE CLEAR 310ML", 549, 799),
      ware("SANDPAPER P120 10PK", 429, 649),
      ware("EMULSION WHITE 10L", 2499, 3899),
      ware("LED LAMP GU10 6PK", 1199, 1799),
      ware("DUST SHEET 3.6X2.7M", 599, 999),
      ware("TAPE MEASURE 8M", 749, 1299),
    ],
    thanks: "RETURNS WITHIN 30 DAYS WITH RECEIPT",
    served: "OPERATOR",
  },
  stationer: {
    names: ["PENCRAFT OFFICE", "FOLIO & QUILL"],
    motto: "Office supplies",
    fewest: 3,
    most: 5,
    wares: [
      ware("COPY PAPER A4 5 REAM", 1899, 2599),
      ware("TONER BLACK 2.4K", 4299, 6899),
      ware("LEVER ARCH A4 10PK", 1499, 2199),
      ware("ENVELOPES DL 500", 1249, 1899),
      ware("GEL PENS BLUE 12", 649, 999),
      ware("LABELS 99X38 100SH", 1099, 1649),
    ],
    thanks: "THANK YOU, PLEASE CALL AGAIN",
    served: "SERVED BY",
  },
  cafe: {
    names: ["CANAL WHARF COFFEE", "THE COPPER KETTLE", "LANTERN STREET KITCHEN"],
    motto: "Breakfast, lunch & good coffee",
    fewest: 2,
    most: 5,
    wares: [
      ware("FLAT WHITE", 340, 395),
      ware("AMERICANO", 290, 340),
      ware("POT OF TEA FOR 2", 420, 520),
      ware("EGGS ON SOURDOUGH", 795, 995),
      ware("CLUB SANDWICH", 895, 1150),
      ware("SOUP OF THE DAY", 595, 745),
      ware("CARROT CAKE", 375, 450),
    ],
    thanks: "SEE YOU AGAIN SOON",
    served: "TABLE",
  },
  fuel: {
    names: ["HOPGROVE FUELS", "BRACKEN ROAD SERVICE STN", "GREYSTONE FILLING STATION"],
    motto: "Open 24 hours",
    fewest: 0,
    most: 2,
    wares: [ware("SCREENWASH 5L", 599, 899), ware("COFFEE LARGE", 289, 365), ware("AIR FRESHENER", 249, 399)],
    thanks: "DRIVE SAFELY",
    served: "TILL",
  },
} as const satisfies Record<string, Shop>;

export type ShopName = keyof typeof shops;
export const shopNames = Object.keys(shops) as ShopName[];
