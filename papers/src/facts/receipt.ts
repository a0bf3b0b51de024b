import type { Chance } from "../chance.ts";
import { sum, type VatRate, vatInGross } from "../money.ts";
import { inventPhone, inventPlace, inventVatNumber } from "./places.ts";
import { type Shop, type ShopName, shops } from "./shops.ts";

export interface ReceiptLine {
  words: string;
  /** "2 x 3.40", or "38.42 L @ 1.429" for fuel; empty for one. */
  count: string;
  /** With tax. */
  pence: number;
  rate: VatRate;
}

export type Receipt = ReturnType<typeof inventReceipt>;

export function inventReceipt(chance: Chance, shopName: ShopName, date: Date) {
  const shop: Shop = shops[shopName];
  const lines = [...(shopName === "fuel" ? [fuel(chance)] : []), ...bought(chance, shop)];
  const totalPence = sum(lines.map(({ pence }) => pence));
  return {
    shop: {
      ...inventPlace(chance),
      name: chance.pick(shop.names),
      motto: shop.motto,
      phone: inventPhone(chance),
      vatNumber: inventVatNumber(chance),
      thanks: shop.thanks,
    },
    served: `${shop.served} ${chance.whole(1, 9)}`,
    number: chance.digits(6),
    date,
    /** "14:07" */
    time: `${String(chance.whole(7, 18)).padStart(2, "0")}:${String(chance.whole(0, 59)).padStart(2, "0")}`,
    lines,
    totalPence,
    /** By rate; together they make the total. */
    tax: taxParts(lines),
    payment: payment(chance, totalPence),
  };
}

function bought(chance: Chance, shop: Shop): ReceiptLine[] {
  return chance.some(shop.wares, chance.whole(shop.fewest, shop.most)).map((ware) => {
    const each = chance.whole(ware.low, ware.high);
    const count = each < 1500 && shop.fewest > 0 && chance.isOneIn(3) ? chance.whole(2, 3) : 1;
    const counted = count === 1 ? "" : `${count} x ${(each / 100).toFixed(2)}`;
    return { words: ware.words, count: counted, pence: count * each, rate: ware.rate };
  });
}

function fuel(chance: Chance): ReceiptLine {
  const litres = chance.whole(2_850, 6_240) / 100;
  const perLitre = chance.whole(1_389, 1_569) / 10;
  return {
    words: `PUMP ${chance.whole(1, 8)} ${chance.pick(["UNLEADED", "DIESEL"])}`,
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

function payment(chance: Chance, totalPence: number) {
  if (totalPence < 4000 && chance.isOneIn(3)) {
    const givenPence = Math.ceil(totalPence / 500) * 500;
    return { way: "cash" as const, givenPence, changePence: givenPence - totalPence };
  }
  return { way: "card" as const, ending: chance.digits(4), code: chance.digits(6) };
}
