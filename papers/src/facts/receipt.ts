import { sum, type VatRate, vatInGross } from "../money.ts";
import type { Random } from "../random.ts";
import { inventPhone, inventPlace, inventVatNumber } from "./places.ts";
import { type Shop, type ShopName, shops } from "./shops.ts";

export interface ReceiptLine {
  words: string;
  /** "2 x 3.40", or "38.42 L @ 1.429" for fuel; empty for one. */
  count: string;
  /** Price including tax. */
  pence: number;
  rate: VatRate;
}

export type Receipt = ReturnType<typeof inventReceipt>;

export function inventReceipt(random: Random, shopName: ShopName, date: Date) {
  const shop: Shop = shops[shopName];
  const lines = [...(shopName === "fuel" ? [fuel(random)] : []), ...bought(random, shop)];
  const totalPence = sum(lines.map(({ pence }) => pence));
  return {
    shop: {
      ...inventPlace(random),
      name: random.pick(shop.names),
      motto: shop.motto,
      phone: inventPhone(random),
      vatNumber: inventVatNumber(random),
      thanks: shop.thanks,
    },
    served: `${shop.served} ${random.whole(1, 9)}`,
    number: random.digits(6),
    date,
    /** "14:07" */
    time: `${String(random.whole(7, 18)).padStart(2, "0")}:${String(random.whole(0, 59)).padStart(2, "0")}`,
    lines,
    totalPence,
    /** Parts by tax rate, which add up to the total. */
    tax: taxParts(lines),
    payment: payment(random, totalPence),
  };
}

function bought(random: Random, shop: Shop): ReceiptLine[] {
  return random.some(shop.wares, random.whole(shop.fewest, shop.most)).map((ware) => {
    const each = random.whole(ware.low, ware.high);
    const count = each < 1500 && shop.fewest > 0 && random.isOneIn(3) ? random.whole(2, 3) : 1;
    const counted = count === 1 ? "" : `${count} x ${(each / 100).toFixed(2)}`;
    return { words: ware.words, count: counted, pence: count * each, rate: ware.rate };
  });
}

function fuel(random: Random): ReceiptLine {
  const litres = random.whole(2_850, 6_240) / 100;
  const perLitre = random.whole(1_389, 1_569) / 10;
  return {
    words: `PUMP ${random.whole(1, 8)} ${random.pick(["UNLEADED", "DIESEL"])}`,
    count: `${litres.toFixed(2)} L @ ${(perLitre / 100).toFixed(3)}`,
    pence: Math.round(litres * perLitre),
    rate: 20,
  };
}

function taxParts(lines: ReceiptLine[]) {
  return ([0, 20] as const).flatMap((rate) => {
    const grossPence = sum(lines.filter((line) => line.rate === rate).map(({ pence }) => pence));
    const vatPence = vatInGross(grossPence, rate);
    return grossPence === 0 ? [] : [{ rate, netPence: grossPence - vatPence, vatPence }];
  });
}

function payment(random: Random, totalPence: number) {
  if (totalPence < 4000 && random.isOneIn(3)) {
    const givenPence = Math.ceil(totalPence / 500) * 500;
    return { way: "cash" as const, givenPence, changePence: givenPence - totalPence };
  }
  return { way: "card" as const, ending: random.digits(4), code: random.digits(6) };
}
