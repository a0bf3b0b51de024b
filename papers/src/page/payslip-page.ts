import { longDate, monthAndYear } from "../dates.ts";
import type { PayLine, Payslip } from "../facts/payslip.ts";
import { pounds, sterling } from "../money.ts";
import { a4, newSheet, type Sheet } from "./sheet.ts";

const left = 48;
const right = a4.width - 48;
const middle = a4.width / 2;
const colour = "#24506b";

export function payslipSheet(slip: Payslip): Sheet {
  const sheet = newSheet({ size: 9.5 });
  sheet.text(left, 62, slip.employer, { size: 16, bold: true });
  sheet.text(right, 62, "PAYSLIP", { size: 16, bold: true, align: "right", colour });
  sheet.text(right, 78, monthAndYear(slip.paidOn), { align: "right" });
  sheet.rule(left, right, 90, 1.5, colour);
  const facts = [
    ["Employee", slip.employee],
    ["Employee number", slip.number],
    ["National Insurance", slip.nationalInsurance],
    ["Tax code", slip.taxCode],
    ["Tax month", String(slip.taxMonth)],
    ["Date of payment", longDate(slip.paidOn)],
    ["Method", "Bank transfer"],
    ["Pay period", "Monthly"],
  ];
  for (const [index, [name = "", value = ""]] of facts.entries()) {
    const x = index < 4 ? left : middle + 10;
    sheet.text(x, 114 + (index % 4) * 16, name, { colour: "#5b626b" });
    sheet.text(x + 104, 114 + (index % 4) * 16, value, { bold: index === 0 });
  }
  column(sheet, left, middle - 8, "Payments", slip.payments, ["Gross pay", slip.grossPence]);
  column(sheet, middle + 8, right, "Deductions", slip.deductions, ["Total deductions", slip.deductedPence]);
  sheet.box(left, 340, right - left, 44, "#e6eef3");
  sheet.text(left + 14, 367, "Net pay", { size: 14, bold: true, colour });
  sheet.text(right - 14, 367, sterling(slip.netPence), { size: 16, bold: true, align: "right", colour });
  const note = "Keep this payslip: you may need it for a loan, a tenancy or a tax return. Questions: ask the office.";
  sheet.text(left, 408, note, { size: 8, colour: "#5b626b" });
  return sheet;
}

function column(
  sheet: Sheet,
  x: number,
  end: number,
  title: string,
  lines: PayLine[],
  [name, pence]: [string, number],
): void {
  sheet.box(x, 196, end - x, 20, colour);
  sheet.text(x + 8, 210, title, { bold: true, colour: "#ffffff" });
  sheet.text(end - 8, 210, "£", { bold: true, colour: "#ffffff", align: "right" });
  for (const [index, line] of lines.entries()) {
    sheet.text(x + 8, 234 + index * 18, line.words);
    sheet.text(end - 8, 234 + index * 18, pounds(line.pence), { align: "right" });
  }
  sheet.rule(x, end, 294, 0.8, colour);
  sheet.text(x + 8, 310, name, { bold: true });
  sheet.text(end - 8, 310, pounds(pence), { bold: true, align: "right" });
}
