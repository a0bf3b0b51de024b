import { type FoundFact, leastOfRepeated } from "./found-fact.ts";
import { amountFact, type PageAmounts, type PrintedAmount } from "./printed-amounts.ts";
import { type Cell, cellBelow, type PrintedPage, type Row } from "./printed-page.ts";
import {
  cashLabel,
  changeLabel,
  netLabel,
  otherSum,
  paidLabel,
  roundingLabel,
  taxLabel,
  totalLabels,
} from "./total-labels.ts";

/** Sums of one kind on a page that are compared with others. */
const mostSums = 12;
const mostCompared = 60;

/** Letters before and after an amount in its cell. */
const mostLabel = 48;
const mostRemark = 14;

interface Candidate {
  amount: PrintedAmount;
  /** 0 for the best label. */
  rank: number;
}

interface Choice {
  amount: PrintedAmount;
  /** Whether something else on the page than its label says so. */
  isSure: boolean;
}

/**
 * Finds the total of a page. Where labels of the same rank give different amounts, arithmetic must prove one of them:
 * net and tax add up to it, or it is the cash given less the change.
 */
export function totalOf(page: PrintedPage, amounts: PageAmounts): FoundFact[] {
  const chosen = choose(candidatesOf(page, amounts), page, amounts);
  if (!chosen) return [];
  const total = amountFact("total", afterRounding(chosen.amount, page, amounts), amounts);
  return [chosen.isSure && total.confidence >= leastOfRepeated ? { ...total, confidence: 100 } : total];
}

function candidatesOf(page: PrintedPage, amounts: PageAmounts): Candidate[] {
  const candidates: Candidate[] = [];
  const hasChange = sumsOf(page, amounts, changeLabel).some((change) => change !== 0);
  for (const row of page.rows) {
    for (const cell of row.cells) {
      if (otherSum.test(cell.text) || changeLabel.test(cell.text)) continue;
      const label = labelIn(cell.text, amounts.isBankStatement, hasChange);
      const amount = label && amountOf(page, row, cell, label, amounts);
      if (amount) candidates.push({ amount, rank: label.rank });
    }
  }
  return candidates;
}

function labelIn(text: string, isBankStatement: boolean, hasChange: boolean): { rank: number; at: number } | undefined {
  const labels = isBankStatement ? totalLabels.slice(0, 1) : totalLabels;
  for (const [rank, pattern] of labels.entries()) {
    const at = text.search(pattern);
    if (at >= 0) return { rank, at };
  }
  const at = isBankStatement || hasChange ? -1 : text.search(paidLabel);
  return at < 0 ? undefined : { rank: totalLabels.length, at };
}

/** The last amount after a label, before the next words of the row; or the one below it. */
function amountOf(
  page: PrintedPage,
  row: Row,
  cell: Cell,
  label: { rank: number; at: number },
  { byRow }: PageAmounts,
): PrintedAmount | undefined {
  const inRow = byRow.get(row.index) ?? [];
  const next = row.cells.find((other) => other.start >= cell.end && isLabel(other, inRow));
  const after = inRow.filter(({ start }) => start >= cell.start + label.at && start < (next?.start ?? Infinity));
  if (after.some((amount) => isInSentence(amount, cell))) return undefined;
  if (after.length > 0) return after.length === 1 || isSumRow(after) ? after.at(-1) : undefined;
  const below = cellBelow(page, row, cell);
  const belowRow = below ? (byRow.get(below.row.index) ?? []) : [];
  const inside = belowRow.filter((amount) => amount.cell === below?.cell);
  const [only] = inside;
  if (!only || inside.length > 1) return undefined;
  // "Total" also heads a column of prices.
  const isProven = belowRow.length > 2 && only === belowRow.at(-1) && isSum(belowRow);
  const isAlone = row.cells.length === 1 && belowRow.length === 1 && only.currency !== null;
  return label.rank === 0 || isProven || (label.rank === 1 && isAlone) ? only : undefined;
}

/** "We agreed to pay £20.00 in October": an amount among the words of its cell has no label. */
const isInSentence = (amount: PrintedAmount, cell: Cell) =>
  amount.cell === cell && (amount.start - cell.start > mostLabel || cell.end - amount.end > mostRemark);

const isLabel = (cell: Cell, amounts: PrintedAmount[]) =>
  /[a-z]{3}/i.test(cell.text) &&
  !/^\(?[A-Z]{3}\)?:?$/.test(cell.text) &&
  !amounts.some((amount) => amount.cell === cell);

/** Net, tax and gross in one row, or the same amount twice. */
const isSumRow = (amounts: PrintedAmount[]) =>
  isSum(amounts) || amounts.every((amount) => amount.hundredths === amounts[0]?.hundredths);

function isSum(amounts: PrintedAmount[]): boolean {
  const values = amounts.map((amount) => amount.hundredths);
  const last = values.pop();
  return values.reduce((sum, value) => sum + value, 0) === last;
}

function choose(candidates: Candidate[], page: PrintedPage, amounts: PageAmounts): Choice | undefined {
  const taken = takenOf(page, amounts);
  const proofs = new Set([...taken, ...grossOf(page, amounts)]);
  const paid = onlyOf(amounts.all.filter((amount) => taken.has(amount.hundredths)));
  const ranks = [...new Set(candidates.map(({ rank }) => rank))].sort();
  for (const rank of ranks) {
    const ranked = candidates.filter((candidate) => candidate.rank === rank).map(({ amount }) => amount);
    const amount = onlyOf(ranked) ?? onlyOf(ranked.filter(({ hundredths }) => proofs.has(hundredths)));
    if (!amount) return undefined;
    const isProven = proofs.has(amount.hundredths);
    const isSure = isProven || isConfirmed(amount, amounts);
    // Another amount was paid: the label was misread, or it is that of another sum.
    if (paid && !taken.has(amount.hundredths))
      return isRounded(amount, paid) && sumsOf(page, amounts, roundingLabel).length > 0
        ? { amount: paid, isSure }
        : undefined;
    if (isProven || rank === 0 || isLargest(amount, amounts)) return { amount, isSure };
  }
  return paid && { amount: paid, isSure: true };
}

/** Whether another row has the same amount, as a card payment has, or two other rows add up to it. */
function isConfirmed({ hundredths, row }: PrintedAmount, amounts: PageAmounts): boolean {
  const others = amounts.all.filter((other) => other.row !== row).slice(0, mostCompared);
  const rowsOf = new Map(others.map((other) => [other.hundredths, other.row]));
  return (
    rowsOf.has(hundredths) ||
    others.some((one) => {
      const rest = rowsOf.get(hundredths - one.hundredths);
      return one.hundredths > 0 && one.hundredths < hundredths && rest !== undefined && rest !== one.row;
    })
  );
}

/** Whether no other row but what was given in cash has a larger amount. */
const isLargest = ({ hundredths }: PrintedAmount, amounts: PageAmounts) =>
  amounts.all.every((other) => other.hundredths <= hundredths || cashLabel.test(other.row.text));

/** The first one, when all are of the same amount. */
const onlyOf = (amounts: PrintedAmount[]) =>
  amounts.every((amount) => amount.hundredths === amounts[0]?.hundredths) ? amounts[0] : undefined;

const isRounded = (total: PrintedAmount, paid: PrintedAmount) => Math.abs(paid.hundredths - total.hundredths) <= 5;

/** The last amounts of the rows with a label. */
function sumsOf(page: PrintedPage, { byRow }: PageAmounts, label: RegExp, but?: RegExp): number[] {
  return page.rows
    .filter((row) => label.test(row.text) && !but?.test(row.text))
    .flatMap((row) => byRow.get(row.index)?.at(-1)?.hundredths ?? [])
    .slice(0, mostSums);
}

/** What was given less the change, for each pair of them. */
function takenOf(page: PrintedPage, amounts: PageAmounts): Set<number> {
  const changes = sumsOf(page, amounts, changeLabel);
  const given = sumsOf(page, amounts, cashLabel, changeLabel);
  return new Set(
    changes.flatMap((change) => given.map(Math.abs).flatMap((cash) => (cash > change ? [cash - change] : []))),
  );
}

/** Sums of a net amount, its tax and what it was rounded by. */
function grossOf(page: PrintedPage, amounts: PageAmounts): number[] {
  const taxes = sumsOf(page, amounts, taxLabel, netLabel).filter((tax) => tax > 0);
  const sums = sumsOf(page, amounts, netLabel).flatMap((net) => taxes.map((tax) => net + tax));
  return sums.flatMap((sum) => [sum, ...stepsOf(page, amounts).map((step) => sum + step)]);
}

/** Up to five pence by which a receipt was rounded. */
const stepsOf = (page: PrintedPage, amounts: PageAmounts) =>
  sumsOf(page, amounts, roundingLabel).filter((step) => step !== 0 && Math.abs(step) <= 5);

/** A receipt may round its total to what coins can pay: the rounded one was paid. */
function afterRounding(total: PrintedAmount, page: PrintedPage, amounts: PageAmounts): PrintedAmount {
  const steps = new Set(stepsOf(page, amounts));
  const rounded = amounts.all.filter(({ hundredths }) => steps.has(hundredths - total.hundredths));
  return onlyOf(rounded) ?? total;
}
