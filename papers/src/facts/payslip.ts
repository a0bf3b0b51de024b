import { monthEnd, workingDay } from "../dates.ts";
import { sum } from "../money.ts";
import type { Random } from "../random.ts";
import { inventPerson } from "./people.ts";

export interface PayLine {
  words: string;
  pence: number;
}

export type Payslip = ReturnType<typeof inventPayslip>;

/** Monthly allowances for tax code 1257L in pence: income tax, National Insurance, pension. */
const free = { tax: 104_825, nationalInsurance: 104_800, pension: 52_000 };

export function inventPayslip(random: Random, employer: string, month: Date) {
  const salaryPence = 100 * random.whole(1980, 2760);
  const overtimePence = random.whole(4, 14) * random.whole(1420, 1890);
  const grossPence = salaryPence + overtimePence;
  const taxable = Math.floor((grossPence - free.tax) / 100) * 100;
  const deductions = [
    { words: "Income tax", pence: Math.round(taxable * 0.2) },
    { words: "National Insurance", pence: Math.round((grossPence - free.nationalInsurance) * 0.08) },
    { words: "Pension, employee 5%", pence: Math.round((grossPence - free.pension) * 0.05) },
  ];
  const deductedPence = sum(deductions.map(({ pence }) => pence));
  return {
    employer,
    employee: inventPerson(random),
    number: `00${random.whole(4, 38)}`,
    // No real National Insurance number begins with QQ.
    nationalInsurance: `QQ ${random.digits(2)} ${random.digits(2)} ${random.digits(2)} ${random.pick([..."ABCD"])}`,
    taxCode: "1257L",
    /** Month of the tax year: April is 1. */
    taxMonth: ((month.getUTCMonth() + 9) % 12) + 1,
    paidOn: lastWorkingDay(month),
    payments: [
      { words: "Monthly salary", pence: salaryPence },
      { words: "Overtime", pence: overtimePence },
    ],
    deductions,
    grossPence,
    deductedPence,
    netPence: grossPence - deductedPence,
  };
}

function lastWorkingDay(month: Date): Date {
  let day = monthEnd(month);
  while (workingDay(day).getTime() !== day.getTime()) day = new Date(day.getTime() - 24 * 60 * 60 * 1000);
  return day;
}
