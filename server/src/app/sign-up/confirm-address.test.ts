import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { confirmAddress, verifyEmail } from "./confirm-address.ts";

const { done, state } = vi.hoisted(() => ({
  done: [] as [string, unknown][],
  state: { isConfirmed: true, fault: null as string | null },
}));
vi.mock("../../domain/accounts/index.ts", () => ({
  async confirmEmailAddress(_tx: unknown, user: object) {
    done.push(["confirmed", user]);
    if (state.fault) throw new Error(state.fault);
    return state.isConfirmed;
  },
  async takeLink(_tx: unknown, token: string, kind: string) {
    done.push(["link", `${kind} ${token}`]);
    return { practiceId: "practice", userId: "maya", email: "maya@example.com" };
  },
  linkInvalidError: () => new AppError("link-invalid", "Invalid."),
  takenError: (error: Error) => (error.message === "duplicate key" ? new AppError("email-taken", "Taken.") : undefined),
}));
vi.mock("../../domain/delivery/index.ts", () => ({
  releaseEmails: async (_tx: unknown, of: object) => void done.push(["released", of]),
}));
vi.mock("../../domain/audit/service.ts", () => ({
  record: async (_tx: unknown, entry: object) => void done.push(["recorded", entry]),
}));

beforeEach(() => {
  done.length = 0;
  Object.assign(state, { isConfirmed: true, fault: null });
});

const { db } = fakeDb();
const queue = {} as Queue;
const maya = { practiceId: "practice", userId: "maya", email: "maya@example.com" };
const verify = () => verifyEmail({ db, queue }, "token", { address: "192.0.2.1" });

test("a link confirms its address, sends the emails that waited, and is recorded", async () => {
  await verify();
  expect(done).toEqual([
    ["link", "verify token"],
    ["confirmed", maya],
    ["released", { practiceId: "practice", userId: "maya", queue }],
    ["recorded", { practiceId: "practice", userId: "maya", address: "192.0.2.1", action: "account.email-verified" }],
  ]);
});

test("a link whose address was changed meanwhile is invalid, and nothing is sent or recorded", async () => {
  state.isConfirmed = false;
  await expect(verify()).rejects.toMatchObject({ code: "link-invalid" });
  expect(done.map(([what]) => what)).toEqual(["link", "confirmed"]);
});

test("an address that is somebody else's is taken, and another error stays what it is", async () => {
  state.fault = "duplicate key";
  await expect(verify()).rejects.toMatchObject({ code: "email-taken" });
  state.fault = "connection lost";
  await expect(verify()).rejects.toThrow("connection lost");
});

test("confirming tells whether the address is the account's now; without a queue the emails wait for the sweep", async () => {
  expect(await confirmAddress(db, maya)).toBe(true);
  expect(done).toContainEqual(["released", { practiceId: "practice", userId: "maya" }]);
  done.length = 0;
  state.isConfirmed = false;
  expect(await confirmAddress(db, maya)).toBe(false);
  expect(done.map(([what]) => what)).toEqual(["confirmed"]);
});
