import { type Random, randomAt } from "@sheaf/papers/random.ts";
import type { users } from "../../domain/accounts/table.ts";
import type { refundRequests } from "../../domain/billing/index.ts";
import type { cancellations, payments, periods, plans } from "../../domain/billing/table.ts";
import type { customers } from "../../domain/customers/table.ts";
import type { practices } from "../../domain/practices/table.ts";
import { newId } from "../../platform/ids.ts";
import { type InventedPractice, inventedCustomers, inventedPractices } from "./history-practices.ts";
import { busyness, happens, officeTime } from "./history-random.ts";
import { inventPayment, inventSignIn, inventUpload, type Work } from "./history-work.ts";

/** The references of invented payments begin with this. */
export const referencePrefix = "Invented ";

type PlanRow = typeof plans.$inferSelect;
type PeriodRow = typeof periods.$inferInsert;
export interface Rows extends Work {
  practices: (typeof practices.$inferInsert)[];
  users: (typeof users.$inferInsert)[];
  customers: (typeof customers.$inferInsert)[];
  payments: (typeof payments.$inferInsert)[];
  periods: PeriodRow[];
  cancellations: (typeof cancellations.$inferInsert)[];
  refunds: (typeof refundRequests.$inferInsert)[];
}

/**
 * Invents the rows of all practices, with 90 days of history, up to yesterday. On one day they are always the same,
 * except for ids.
 */
export function inventRows(onSale: readonly PlanRow[], passwordHash: string, now: Date): Rows {
  const rows: Rows = {
    practices: [],
    users: [],
    customers: [],
    payments: [],
    periods: [],
    cancellations: [],
    refunds: [],
    jobs: [],
    files: [],
    deliveries: [],
    signIns: [],
  };
  for (const [number, practice] of inventedPractices.entries()) {
    const plan = onSale.find(({ slug }) => slug === practice.plan);
    inventPractice(rows, practice, { plan, number, passwordHash, now });
  }
  return rows;
}

interface PracticeContext {
  plan: PlanRow | undefined;
  /** Index of the practice. */
  number: number;
  passwordHash: string;
  now: Date;
}

function inventPractice(
  rows: Rows,
  practice: InventedPractice,
  { plan, number, passwordHash, now }: PracticeContext,
): void {
  const random = randomAt(number + 1);
  const createdAt = officeTime(now, practice.signedUp, random.whole(9, 11));
  const practiceId = newId(createdAt.getTime());
  rows.practices.push({ id: practiceId, name: practice.name, fileRetentionDays: 1, createdAt });
  const people = inventPeople(rows, practice, { random, practiceId, createdAt, passwordHash, now });
  const customersOfPractice = inventedCustomers.slice(0, 3 + (number % 10)).map((name) => {
    const client = { id: newId(createdAt.getTime()), name, email: `office@${toDomainLabel(name)}.example` };
    rows.customers.push({ ...client, practiceId, createdAt });
    return client;
  });
  if (!plan) return;
  const bought = inventPayments(rows, practice, { practiceId, plan, createdAt, number, now });
  for (let daysAgo = practice.signedUp; daysAgo >= 1; daysAgo--) {
    const at = officeTime(now, daysAgo, random.whole(9, 16) + random.fraction());
    const period = bought.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
    // New practices begin with few documents and send more over time.
    const habit = Math.min(1, 0.4 + (practice.signedUp - daysAgo) / 30);
    const documents = Math.round(practice.perDay * habit * busyness(at) * (0.7 + 0.6 * random.fraction()));
    const present = people.filter((person) => person.at <= at);
    if (period) inventDay(rows, { random, period, present, customersOfPractice, documents, at });
  }
  inventRefundRequest(rows, practice, { practiceId, plan, by: people[0]?.name ?? "", now });
}

interface Person {
  id: string;
  name: string;
  at: Date;
}

function inventPeople(
  rows: Rows,
  { people, signedUp, name }: InventedPractice,
  given: Pick<PracticeContext, "passwordHash" | "now"> & { random: Random; practiceId: string; createdAt: Date },
): Person[] {
  const { random, practiceId, createdAt, passwordHash, now } = given;
  return people.map(([firstName, lastName], place) => {
    // The other members join in the days after the owner.
    const at = place === 0 ? createdAt : officeTime(now, Math.max(1, signedUp - 3 * place), 12);
    const id = newId(at.getTime());
    const username = `${firstName}.${lastName}`.toLowerCase().replaceAll(" ", "-");
    rows.users.push({
      practiceId,
      id,
      role: place === 0 ? "owner" : "member",
      username,
      firstName,
      lastName,
      passwordHash,
      email: `${username}@${toDomainLabel(name)}.example`,
      termsAcceptedAt: at,
      createdAt: at,
      emailVerifiedAt: happens(random, 0.9) ? at : null,
    });
    return { id, name: `${firstName} ${lastName}`, at };
  });
}

const toDomainLabel = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");

interface Day {
  random: Random;
  period: PeriodRow;
  present: Person[];
  customersOfPractice: { id: string; name: string; email: string }[];
  documents: number;
  at: Date;
}

/** Adds the uploads of one day, within the documents that the plan allows. */
function inventDay(rows: Rows, { random, period, present, customersOfPractice, documents, at }: Day): void {
  const { practiceId, id: periodId } = period;
  const seen = new Set<string>();
  let left = Math.min(documents, period.documentsAllowed - (period.documentsUsed ?? 0));
  for (let upload = 0; left > 0; upload++) {
    const by = random.pick(present);
    const customer = random.pick(customersOfPractice);
    const files = Math.min(left, random.whole(1, 5));
    const later = new Date(at.getTime() + upload * 60_000);
    if (!seen.has(by.id)) inventSignIn(random, rows, { practiceId, userId: by.id, at: later });
    seen.add(by.id);
    inventUpload(random, rows, { practiceId, periodId, by, customer, at: later, files });
    period.documentsUsed = (period.documentsUsed ?? 0) + files;
    left -= files;
  }
}

/** Adds consecutive paid periods of 30 days, from the day of the sign-up. */
function inventPayments(
  rows: Rows,
  practice: InventedPractice,
  {
    practiceId,
    plan,
    createdAt,
    number,
    now,
  }: Pick<PracticeContext, "number" | "now"> & {
    practiceId: string;
    plan: PlanRow;
    createdAt: Date;
  },
): PeriodRow[] {
  const bought: PeriodRow[] = [];
  let startsAt = createdAt;
  while (startsAt < now && bought.length < (practice.periods ?? Number.POSITIVE_INFINITY)) {
    const reference = `${referencePrefix}${number + 1}-${bought.length + 1}`;
    const { payment, period } = inventPayment({ practiceId, plan, startsAt, reference });
    rows.payments.push(payment);
    rows.periods.push(period);
    bought.push(period);
    startsAt = period.endsAt;
  }
  if (practice.cancelled) rows.cancellations.push({ practiceId, cancelledAt: officeTime(now, 2, 10) });
  return bought;
}

function inventRefundRequest(
  rows: Rows,
  { refundReason }: InventedPractice,
  { practiceId, plan, by, now }: { practiceId: string; plan: PlanRow; by: string; now: Date },
): void {
  const period = rows.periods.findLast((one) => one.practiceId === practiceId);
  if (refundReason === undefined || !period) return;
  const documentsUsed = period.documentsUsed ?? 0;
  rows.refunds.push({
    id: newId(),
    practiceId,
    paymentId: period.paymentId,
    requestedAt: officeTime(now, 1, 15),
    requestedBy: by,
    refundAs: "money",
    reason: refundReason,
    documentsUsed,
    documentsAllowed: period.documentsAllowed,
    outcome: documentsUsed < 0.1 * period.documentsAllowed ? "full" : "credit",
    refundPence: plan.pricePence,
    creditPence: Math.round(1.1 * plan.pricePence),
  });
}
