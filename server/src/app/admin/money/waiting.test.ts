import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { getWaitingMoney } from "./waiting.ts";

const { state } = vi.hoisted(() => ({
  state: {
    refunds: [] as object[],
    differences: [] as object[],
    unclaimed: [] as object[],
    mismatched: [] as object[],
  },
}));
vi.mock("../../../domain/billing/index.ts", async () => ({
  refundRequests: (await import("../../../domain/billing/refunds/table.ts")).refundRequests,
  openRefunds: async () => state.refunds,
  openDifferences: async () => state.differences,
  unclaimedOrders: async () => state.unclaimed,
  mismatchedOrders: async () => state.mismatched,
}));
beforeEach(() => {
  Object.assign(state, { refunds: [], differences: [], unclaimed: [], mismatched: [] });
});

const rows: Record<string, object[]> = {
  users: [{ id: "anna", practiceId: "p1" }],
  refund_requests: [
    { id: "r1", method: "manual", payingSince: null },
    { id: "r2", method: "paypal", payingSince: new Date(0) },
  ],
};
const waiting = () => getWaitingMoney(fakeDb(({ table }) => rows[table]).db);
const at = new Date("2026-11-23T10:00:00Z");
const order = (id: string, more: object = {}) => ({
  id,
  planName: "Solo",
  duePence: 900,
  payPalOrderId: "O",
  email: "a@example.com",
  createdAt: at,
  ...more,
});
const shown = {
  planName: "Solo",
  duePence: 900,
  payPalOrderId: "O",
  email: "a@example.com",
  createdAt: at.toISOString(),
};

test("refunds tell how they are paid, whether that has begun, and who owns the practice", async () => {
  state.refunds = ["r1", "r2", "r3"].map((id, index) => ({
    id,
    practice: { id: index === 0 ? "p1" : "p2", name: "Oak" },
  }));
  expect((await waiting()).refunds).toEqual([
    { id: "r1", byTransfer: true, paying: false, practice: { id: "p1", name: "Oak", ownerId: "anna" } },
    { id: "r2", byTransfer: false, paying: true, practice: { id: "p2", name: "Oak", ownerId: null } },
    { id: "r3", byTransfer: false, paying: false, practice: { id: "p2", name: "Oak", ownerId: null } },
  ]);
});

test("differences name the practice that paid, if it is known", async () => {
  state.differences = [
    { id: "d1", at, practiceId: "p1", practiceName: "Oak" },
    { id: "d2", at, practiceId: null, practiceName: null },
    { id: "d3", at, practiceId: "p2", practiceName: null },
  ];
  expect((await waiting()).differences).toEqual([
    { id: "d1", at: at.toISOString(), practice: { id: "p1", name: "Oak", ownerId: "anna" } },
    { id: "d2", at: at.toISOString(), practice: null },
    { id: "d3", at: at.toISOString(), practice: null },
  ]);
});

test("orders that nobody has claimed are pending or completed; mismatched ones name their practice", async () => {
  state.unclaimed = [order("o1", { state: "pending" }), order("o2", { state: "completed" })];
  state.mismatched = [order("o3", { practiceId: "p1", practiceName: "Oak" })];
  const { unclaimed, mismatched } = await waiting();
  expect(unclaimed).toEqual([
    { id: "o1", ...shown, state: "pending" },
    { id: "o2", ...shown, state: "completed" },
  ]);
  expect(mismatched).toEqual([{ id: "o3", ...shown, practice: { id: "p1", name: "Oak", ownerId: "anna" } }]);
});
