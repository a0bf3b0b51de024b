import { expect, test } from "vitest";
import { randomFrom } from "../random.ts";
import { workbookKinds, workbookTable } from "./workbook.ts";
import type { Table } from "./xlsx.ts";

const numberAt = (table: Table, column: string, row: string) =>
  Number(table.rows[Number(row) - 1]?.[column.charCodeAt(0) - 65]?.value);

/** Computes the few kinds of formulas that these workbooks contain. */
function resultOf(table: Table, formula: string): number {
  const at = (reference: string) => numberAt(table, reference.slice(0, 1), reference.slice(1));
  const [, column = "", first = "", last = ""] = /^SUM\(([A-Z])(\d+):[A-Z](\d+)\)$/.exec(formula) ?? [];
  if (column) {
    const rows = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index));
    return rows.reduce((total, row) => total + numberAt(table, column, row), 0);
  }
  const [, rounded = ""] = /^ROUND\((\w+)\/6,2\)$/.exec(formula) ?? [];
  if (rounded) return at(rounded) / 6;
  const [, left = "", sign = "", right = ""] = /^([A-Z]\d+)([*+-])([A-Z]\d+|0\.45)$/.exec(formula) ?? [];
  const second = right === "0.45" ? 0.45 : at(right);
  return { "*": at(left) * second, "+": at(left) + second, "-": at(left) - second }[sign] ?? Number.NaN;
}

test.each(workbookKinds)("in a workbook of %s the stored result of each formula is correct", (kind) => {
  for (let seed = 0; seed < 20; seed++) {
    const table = workbookTable(randomFrom(`${kind} ${seed}`), kind, "A", new Date("2026-10-01T00:00:00Z"));
    const formulas = table.rows.flat().filter((cell) => cell?.formula !== undefined);
    expect(formulas.length).toBeGreaterThan(4);
    const wrong = formulas.filter(
      (cell) => !(Math.abs(resultOf(table, cell?.formula ?? "") - Number(cell?.value)) < 0.00501),
    );
    expect(wrong).toEqual([]);
  }
});
