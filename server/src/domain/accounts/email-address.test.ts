import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Member } from "../access/member.ts";
import { sendAccountEmail } from "../account-emails/send.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { record } from "../audit/service.ts";
import { changeEmail, confirmEmailAddress, resendVerification } from "./email-address.ts";
import { makeLink, revokeResetLinks, wasLinkJustSent } from "./links.ts";
import { confirmPassword } from "./passwords/confirm-password.ts";
import { users } from "./table.ts";

vi.mock("../account-emails/send.ts", () => ({ accountLink: () => "link", sendAccountEmail: vi.fn() }));
vi.mock("../audit/limit-per-hour.ts", () => ({ limitPerHour: vi.fn() }));
vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("./links.ts", () => ({ makeLink: vi.fn(), revokeResetLinks: vi.fn(), wasLinkJustSent: vi.fn() }));
vi.mock("./passwords/confirm-password.ts", () => ({ confirmPassword: vi.fn(), requirePasswordUnchanged: vi.fn() }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));
vi.mock("./service.ts", async (actual) => ({ ...(await actual<object>()), getUser: async () => ({ id: "u" }) }));
beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(wasLinkJustSent).mockResolvedValue(false);
});

const member = { practiceId: "p", userId: "u", username: "maya", email: "maya@old.example" } as Member;
const emails = () =>
  vi.mocked(sendAccountEmail).mock.calls.map(([, , { template, recipient }]) => [template, recipient]);

/** Sends the confirmation link again to a user with these values. */
async function resend(user: object | null, mail = "smtp") {
  const { db } = recordedDb(() => (user ? [rowOf(users, { id: "u", email: "maya@old.example", ...user })] : []));
  await resendVerification({ db, mail: { name: mail } } as never, member);
  return emails();
}
const at = new Date("2026-11-20T10:00:00Z");

test.each([
  ["an unconfirmed address", {}, [["verify", "maya@old.example"]]],
  ["a new address", { emailVerifiedAt: at, pendingEmail: "maya@new.example" }, [["verify", "maya@new.example"]]],
  ["a confirmed address", { emailVerifiedAt: at }, []],
  ["a deleted account", null, []],
])("the link is sent again to %s or not at all", async (_, user, sent) => {
  expect(await resend(user)).toEqual(sent);
  expect(makeLink).toHaveBeenCalledTimes(sent.length);
});

test("the link is not sent twice within a minute", async () => {
  vi.mocked(wasLinkJustSent).mockResolvedValue(true);
  await expect(resend({})).rejects.toMatchObject({ code: "too-many-requests", retryAfterSeconds: 60 });
  expect(makeLink).not.toHaveBeenCalled();
});

test("an installation that sends no email refers to its operator", async () => {
  await expect(resend({}, "outbox")).rejects.toMatchObject({ code: "email-not-sent" });
});

test.each([
  [[["u"]], true, 1],
  [[], false, 0],
])(
  "an address is confirmed while it is still wanted, and old links to choose a password stop working",
  async (rows, isConfirmed, times) => {
    const tx = recordedDb(() => rows).db as unknown as Tx;
    expect(await confirmEmailAddress(tx, { practiceId: "p", userId: "u", email: "maya@new.example" })).toBe(
      isConfirmed,
    );
    expect(revokeResetLinks).toHaveBeenCalledTimes(times);
  },
);

/** Changes the address. `taken`: the number of other accounts with it. */
async function change(email: string, { taken = 0, mail = "smtp" } = {}) {
  const { db, statements } = recordedDb(({ text }) => (text.includes("count(*)") ? [{ count: taken }] : []));
  await changeEmail({ db, config: {}, mail: { name: mail } } as never, member, { currentPassword: "secret", email });
  return statements.find(({ text }) => text.startsWith("update"))?.values;
}

test("a new address is pending until its link is opened, and the old one gets a notice", async () => {
  expect(await change("maya@new.example")).toEqual(["maya@new.example", "p", "u"]);
  expect(emails()).toEqual([
    ["verify", "maya@new.example"],
    ["email-changed", "maya@old.example"],
  ]);
  expect(vi.mocked(limitPerHour).mock.calls[0]?.slice(2)).toEqual([
    "account.email-changing",
    { perHour: 10, what: "changes of an email address" },
  ]);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "account.email-changing" });
  expect(confirmPassword).toHaveBeenCalledOnce();
});

test("an installation that sends no email makes no link", async () => {
  await change("maya@new.example", { mail: "outbox" });
  expect(makeLink).not.toHaveBeenCalled();
});

test("entering the current address cancels a change, without an email and without a limit", async () => {
  expect(await change("maya@old.example")).toEqual([null, "p", "u"]);
  expect(emails()).toEqual([]);
  expect(limitPerHour).not.toHaveBeenCalled();
  expect(record).not.toHaveBeenCalled();
});

test("the address of another account is refused", async () => {
  await expect(change("ben@x.example", { taken: 1 })).rejects.toMatchObject({ code: "email-taken" });
  expect(emails()).toEqual([]);
});
