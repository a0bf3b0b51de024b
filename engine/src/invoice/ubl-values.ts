import type { Allowance, VatCategory } from "./model.ts";
import { takeAmount, unlessEmpty, vatWord } from "./take.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads BG-20, BG-21, BG-27 or BG-28. */
export function ublAllowance(node: XmlNode): Allowance {
  const isCharge = /^(true|1)$/.test(node.at("ChargeIndicator")?.text ?? "");
  node.skip("ChargeIndicator", /^(true|false|0|1)$/);
  return {
    isCharge,
    amount: takeAmount(node.at("Amount")),
    base: takeAmount(node.at("BaseAmount")),
    percent: node.take("MultiplierFactorNumeric"),
    vat: ublVat(node.at("TaxCategory")),
    reason: node.take("AllowanceChargeReason"),
    reasonCode: node.take("AllowanceChargeReasonCode"),
  };
}

export function ublVat(category: XmlNode | undefined): VatCategory | undefined {
  if (!category) return undefined;
  category.skip("TaxScheme/ID", vatWord);
  return unlessEmpty({ code: category.take("ID"), rate: category.take("Percent") });
}
