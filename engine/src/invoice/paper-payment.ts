import { type Block, type Strip, space } from "../typeset/strip.ts";
import { type Measure, textStrips } from "../typeset/text-lines.ts";
import { accountWords, amountWords, dateWords } from "./format.ts";
import type { Invoice, Payment } from "./model.ts";
import { codeWithWords } from "./paper-lines.ts";
import { block, boxed, type Fact, factList } from "./paper-parts.ts";
import { left, styles, width } from "./paper-style.ts";

const inset = 12;
const place = { x: left + inset, width: width - 2 * inset };

/** Sets how and by when to pay, on a coloured background. */
export function paymentBlocks(invoice: Invoice, measure: Measure): Block[] {
  const { payments, dueDate, totals, currency } = invoice;
  const shared: Fact[] = [
    ["Reference", invoice.remittance.join("\n")],
    ["Mandate", invoice.mandate],
    ["Creditor identifier", invoice.creditorId],
    ["Terms", invoice.paymentTerms.join("\n")],
  ];
  const strips: Strip[] = [
    ...payments.flatMap((payment, index) => [
      ...(index === 0 ? [] : [space(7)]),
      ...factList(paymentFacts(payment), place, measure),
    ]),
    ...factList(shared, place, measure),
  ];
  if (strips.length === 0) return [];
  const amount = totals.due && amountWords(totals.due, currency);
  const title = ["Payment", amount && dueDate ? `of ${amount} by ${dateWords(dueDate)}` : ""].filter(Boolean).join(" ");
  const head = textStrips(title, place, styles.section, measure);
  return [block([space(16), ...boxed([...head, space(3), ...strips])], { isWhole: true })];
}

function paymentFacts(payment: Payment): Fact[] {
  const means = payment.means && codeWithWords("paymentMeans", payment.means);
  const isIban = payment.account !== undefined && accountWords(payment.account) !== payment.account.trim();
  return [
    ["Means", [means, payment.text].filter(Boolean).join(" · ")],
    [
      isIban || /^[A-Z]{2}\d{2} /.test(payment.account ?? "") ? "IBAN" : "Account",
      payment.account && accountWords(payment.account),
    ],
    ["BIC", payment.bic],
    ["Account name", payment.accountName],
    ["Card", payment.card],
    ["Card holder", payment.cardHolder],
    ["Debited account", payment.debitedAccount && accountWords(payment.debitedAccount)],
  ];
}
