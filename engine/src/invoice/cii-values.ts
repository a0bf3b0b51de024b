import type { Allowance, VatCategory } from "./model.ts";
import { takeAmount, unlessEmpty, vatWord } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** The format of a date in UNTDID 2379: year, month and day without separators. */
const dayFormat = "102";

/**
 * Reads a date.
 * @param node the element around DateTimeString or DateString
 * @returns "2026-10-14"; a value in another format as it stands
 */
export function takeDate(node: XmlNode | undefined): string | undefined {
  const text = node?.at("DateTimeString") ?? node?.at("DateString") ?? node;
  if (text?.attributes.get("format") === dayFormat) text.attribute("format");
  return text?.taken()?.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
}

/** Reads BG-20, BG-21, BG-27 or BG-28. */
export function ciiAllowance(node: XmlNode): Allowance {
  const isCharge = /^(true|1)$/.test(node.at("ChargeIndicator/Indicator")?.text ?? "");
  node.skip("ChargeIndicator/Indicator", /^(true|false|0|1)$/);
  return {
    isCharge,
    amount: takeAmount(node.at("ActualAmount")),
    base: takeAmount(node.at("BasisAmount")),
    percent: node.take("CalculationPercent"),
    vat: ciiVat(node.at("CategoryTradeTax")),
    reason: node.take("Reason"),
    reasonCode: node.take("ReasonCode"),
  };
}

export function ciiVat(tax: XmlNode | undefined): VatCategory | undefined {
  if (!tax) return undefined;
  tax.skip("TypeCode", vatWord);
  return unlessEmpty({ code: tax.take("CategoryCode"), rate: tax.take("RateApplicablePercent") });
}
