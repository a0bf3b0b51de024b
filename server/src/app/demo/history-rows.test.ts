import { fallbackPlans, hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { expect, test } from "vitest";
import { inventedPractices } from "./history-practices.ts";
import { inventRows } from "./history-rows.ts";

const now = new Date("2026-11-23T14:20:00Z");
const plans = [...fallbackPlans, hiddenPlan].map((plan) => ({ ...plan, id: plan.slug, pricePence: plan.price }));
const rows = inventRows(plans as unknown as Parameters<typeof inventRows>[0], "no-hash", now);
const isSame = <T>(...values: T[]) => new Set(values).size === 1;
const counted = <T>(list: readonly T[], keyOf: (one: T) => unknown) =>
  Object.fromEntries([...Map.groupBy(list, keyOf)].map(([key, ones]) => [String(key), ones.length]));

test("a demonstration of this day has the same practices, members, customers, documents, jobs and emails every time", () => {
  const figures = rows.practices.map(({ id, name, createdAt }) => {
    const of = <T extends { practiceId: string }>(list: T[]) => list.filter(({ practiceId }) => practiceId === id);
    return [
      name,
      createdAt?.toISOString().slice(5, 13),
      [of(rows.users).length, of(rows.customers).length].join("/"),
      of(rows.periods)
        .map(({ documentsUsed }) => documentsUsed)
        .join("+"),
      [of(rows.jobs).length, of(rows.jobs).filter(({ status }) => status === "failed").length].join("-"),
      [of(rows.deliveries).length, of(rows.signIns).length].join("/"),
    ];
  });
  expect(figures).toEqual([
    ["Hartley & Wren", "08-26T10", "3/3", "217+234+232", "264-11", "173/151"],
    ["Pembroke Ledger Services", "08-28T11", "1/4", "73+81+79", "109-2", "76/71"],
    ["Castlegate Accounting", "08-31T11", "4/5", "600+795+526", "682-22", "457/261"],
    ["Nightingale Books", "09-02T11", "1/6", "55+68", "61-3", "43/46"],
    ["Marsh Lane Practice", "09-06T11", "2/7", "169+209+113", "198-8", "133/109"],
    ["Fern & Fallow", "09-09T10", "1/8", "98+110+54", "120-4", "78/62"],
    ["Quayside Tax", "09-13T09", "2/9", "149+197+53", "164-7", "103/91"],
    ["Okonkwo Chartered", "09-18T09", "3/10", "220+296+53", "205-4", "145/125"],
    ["Thistle Bookkeeping", "09-20T09", "1/11", "73", "36-0", "25/22"],
    ["St Aubyn Partners", "09-25T10", "5/12", "492+627", "418-21", "272/190"],
    ["Millbrook Accounts", "09-29T10", "1/3", "99+84", "92-1", "61/47"],
    ["Corner House Bureau", "10-03T09", "2/4", "127+105", "93-4", "61/64"],
    ["Ridgeway Returns", "10-07T10", "1/5", "58", "30-2", "20/22"],
    ["Bellweather Finance", "10-12T10", "2/6", "191+79", "105-2", "65/57"],
    ["Harbour Trust (charity)", "10-14T09", "1/7", "19+6", "25-3", "17/29"],
    ["Sandford Payroll", "10-18T10", "1/8", "87+18", "53-1", "39/30"],
    ["Lark & Loom", "10-23T11", "1/9", "70+0", "33-2", "22/21"],
    ["Ashdown Advisory", "10-27T10", "3/10", "139", "54-0", "32/41"],
    ["Two Rivers Accountancy", "10-30T09", "1/11", "47", "23-0", "16/17"],
    ["Penhale & Daughters", "11-03T11", "2/12", "74", "33-2", "21/25"],
    ["Oakfield Audit", "11-05T10", "1/3", "", "0-0", "0/0"],
    ["Juniper Street", "11-07T10", "1/4", "30", "13-2", "8/11"],
    ["Brightwater Group", "11-10T09", "4/5", "125", "49-1", "35/27"],
    ["Copperfield & Co", "11-12T09", "1/6", "16", "9-0", "6/7"],
    ["Westgate Books", "11-14T10", "1/7", "", "0-0", "0/0"],
    ["Foxglove Finance", "11-15T10", "1/8", "3", "3-0", "3/3"],
    ["Larkspur Ltd", "11-17T10", "2/9", "14", "7-0", "5/5"],
    ["Tidewell Tax", "11-19T10", "1/10", "2", "2-0", "0/2"],
    ["Hollins & Hart", "11-20T09", "1/11", "1", "1-0", "1/1"],
    ["Meadowbank", "11-21T11", "1/12", "", "0-0", "0/0"],
    ["Stonebridge Practice", "11-22T11", "2/3", "0", "0-0", "0/0"],
  ]);
});

test("practices have the size and the day of sign-up that was invented for them", () => {
  expect(inventedPractices.map(({ signedUp }) => signedUp)).toEqual(
    rows.practices.map(({ createdAt }) => Math.ceil((now.getTime() - Number(createdAt)) / 86_400_000) - 1),
  );
  expect(new Set(rows.practices.map(({ fileRetentionDays }) => fileRetentionDays))).toEqual(new Set([1]));
});

test("two practices have cancelled, two days ago", () => {
  expect(rows.cancellations.map(({ cancelledAt }) => cancelledAt)).toEqual([
    new Date("2026-11-21T10:00Z"),
    new Date("2026-11-21T10:00Z"),
  ]);
});

test("one practice asks for its money back, and has used so little that all of it is due", () => {
  expect(rows.refunds).toEqual([
    {
      id: expect.any(String),
      practiceId: rows.practices.find(({ name }) => name === "Foxglove Finance")?.id,
      paymentId: rows.periods.findLast(({ documentsUsed }) => documentsUsed === 3)?.paymentId,
      requestedAt: new Date("2026-11-22T15:00Z"),
      requestedBy: "Erin Fox",
      refundAs: "money",
      reason: "We bought the wrong size for the two of us.",
      documentsUsed: 3,
      documentsAllowed: 500,
      outcome: "full",
      refundPence: 2400,
      creditPence: 2640,
    },
  ]);
});

test("the owner is there from the sign-up, each other member joins three days after the one before", () => {
  const [owner, second, third] = rows.users;
  expect(owner).toMatchObject({
    role: "owner",
    username: "amelia.hartley",
    email: "amelia.hartley@hartley-wren.example",
    createdAt: new Date("2026-08-26T10:00Z"),
    emailVerifiedAt: new Date("2026-08-26T10:00Z"),
  });
  expect(second).toMatchObject({ role: "member", firstName: "Josh", createdAt: new Date("2026-08-29T12:00Z") });
  expect(third).toMatchObject({ createdAt: new Date("2026-09-01T12:00Z"), emailVerifiedAt: null });
  expect(rows.users.find(({ username }) => username === "dina.bridge")?.createdAt).toEqual(
    new Date("2026-11-22T12:00Z"),
  );
  expect(rows.users.find(({ lastName }) => lastName === "St Aubyn")?.username).toBe("hugo.st-aubyn");
  expect(rows.users.find(({ firstName }) => firstName === "Joan")?.email).toBe(
    "joan.ellis@harbour-trust-charity.example",
  );
  expect(rows.users.filter(({ emailVerifiedAt }) => emailVerifiedAt === null)).toHaveLength(4);
});

test("nobody uploads before joining or without a paid period", () => {
  const joined = new Map(rows.users.map(({ id, createdAt }) => [id, createdAt]));
  const periods = new Map(rows.periods.map((period) => [period.id, period]));
  for (const { uploadedById, createdAt, periodId } of rows.jobs) {
    expect(Number(uploadedById && joined.get(uploadedById))).toBeLessThanOrEqual(Number(createdAt));
    const period = periods.get(periodId ?? "");
    expect(Number(period?.startsAt)).toBeLessThanOrEqual(Number(createdAt));
    expect(Number(period?.endsAt) - Number(period?.startsAt)).toBe(30 * 24 * 3_600_000);
  }
});

test("files are mostly PDFs and photos of one to four pages; one job of twenty has a file that cannot be converted", () => {
  expect(counted(rows.files, ({ type }) => type)).toEqual({
    pdf: 3249,
    jpg: 1464,
    xlsx: 928,
    docx: 891,
    png: 436,
    csv: 299,
  });
  expect(counted(rows.files, ({ state }) => state)).toEqual({ converted: 7117, refused: 102, "left-out": 48 });
  expect(counted(rows.files, ({ reason }) => reason)).toEqual({
    undefined: 7117,
    password: 87,
    damaged: 49,
    unsupported: 14,
  });
  expect(counted(rows.files, ({ pages }) => pages)).toEqual({ 1: 1788, 2: 1796, 3: 1818, 4: 1715, undefined: 150 });
  expect(counted(rows.signIns, ({ ok }) => ok)).toEqual({ true: 1461, false: 76 });
  expect(rows.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(3_368_156_641);
  expect(rows.files.reduce((sum, { convertedMs }) => sum + (convertedMs ?? 0), 0)).toBe(2_106_938);
});

test("the first upload of the history has an ended job, files from the first on, and an email in the outbox", () => {
  const [job, next] = rows.jobs;
  const files = rows.files.filter(({ jobId }) => jobId === job?.id);
  const endedAt = new Date("2026-08-26T16:17:12.546Z");
  expect(job).toMatchObject({
    createdAt: new Date("2026-08-26T16:16:51.972Z"),
    settledAt: endedAt,
    completedAt: endedAt,
    filesDeletedAt: endedAt,
    status: "completed",
    sendEmail: true,
    separateEmails: false,
    separatePdfs: false,
    copyToCustomer: false,
  });
  expect(files.map(({ position, originalName }) => [position, originalName])).toEqual(
    files.map(({ type }, index) => [index, `Document ${index + 1}.${type}`]),
  );
  expect(rows.deliveries[0]).toMatchObject({ jobId: job?.id, position: 0, isCopy: false, tries: 1, sentAt: endedAt });
  expect(Number(next?.createdAt) - Number(job?.createdAt)).toBe(60_000);
});

test("a mistyped password comes twenty seconds before the sign-in, from the same browser", () => {
  const at = rows.signIns.findIndex(({ ok }) => !ok);
  const [wrong, right] = rows.signIns.slice(at);
  expect(Number(right?.at) - Number(wrong?.at)).toBe(20_000);
  expect(isSame(wrong?.address, right?.address)).toBe(true);
  for (const { address, userId } of rows.signIns) {
    const last = Number(address?.split(".").at(-1));
    expect(last).toBe(1 + (Number.parseInt(userId?.slice(-2) ?? "", 16) % 250));
  }
});

test("a failed job has no time of completion and sends no email", () => {
  const failed = rows.jobs.filter(({ status }) => status === "failed");
  expect(new Set(failed.map(({ completedAt }) => completedAt))).toEqual(new Set([null]));
  const emailed = new Set(rows.deliveries.map(({ jobId }) => jobId));
  expect(failed.filter(({ id }) => emailed.has(id))).toEqual([]);
  expect(rows.jobs.filter(({ id, sendEmail }) => !sendEmail && emailed.has(id))).toEqual([]);
});
