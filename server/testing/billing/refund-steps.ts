import type { Member } from "@sheaf/contracts/members.ts";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { startInventedPayPal } from "../../src/app/demo/providers/paypal/invented-paypal.ts";
import { enter } from "../../src/domain/billing/ledger/ledger.ts";
import { recordManualPayment } from "../../src/domain/billing/ledger/payments.ts";
import { type Decision, decideRefund } from "../../src/domain/billing/refunds/decide.ts";
import { periods } from "../../src/domain/billing/table.ts";
import { newId } from "../../src/platform/ids.ts";
import { type SignedIn, signIn, type TestServer } from "../server.ts";

type InventedPayPal = Awaited<ReturnType<typeof startInventedPayPal>>;

/** Returns the steps of tests about refunds. The server and PayPal start after this is called. */
export function refundSteps(server: () => TestServer, payPal: () => InventedPayPal) {
  const db = () => server().services.db;
  const ledgerOf = async (who: SignedIn) => (await who.get("/api/payments")).json();
  /** The newest payment of the practice. */
  const lastPayment = async (who: SignedIn): Promise<string> =>
    (await ledgerOf(who)).find(({ kind }: { kind: string }) => kind === "payment").id;
  /** Kind, pence and credit of the ledger's rows, oldest first. */
  const ledger = async (who: SignedIn): Promise<unknown[][]> =>
    (await ledgerOf(who)).map((row: Record<string, unknown>) => [row.kind, row.amountPence, row.creditPence]).reverse();
  const outcome = async (who: SignedIn, payment: string) => who.get(`/api/refunds/outcome?payment=${payment}`);
  const use = (who: SignedIn, documents: number) =>
    db().update(periods).set({ documentsUsed: documents }).where(eq(periods.practiceId, who.practiceId));
  const decide = (requestId: string, decision: Decision["decision"], reference?: string) =>
    decideRefund(server().services, { requestId, decision, reason: "As you asked", adminName: "Olive", reference });
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error) => error.code,
    );

  const suspendedOf = async (who: SignedIn): Promise<string[]> =>
    (await who.get("/api/members")).json().flatMap((member: Member) => (member.suspendedAt ? [member.firstName] : []));
  const payManually = ({ practiceId, username }: SignedIn, planSlug: string) =>
    db().transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, reference: `AHEAD ${username}` }));
  const giveCredit = ({ practiceId }: SignedIn, creditPence: number) =>
    db().transaction((tx) =>
      enter(tx, { practiceId, kind: "credit", amountPence: 0, creditPence, method: "credit", reference: newId() }),
    );

  async function ask(who: SignedIn, refundAs: "money" | "credit" = "money") {
    const answer = await who.post("/api/refunds", {
      paymentId: await lastPayment(who),
      refundAs,
      reason: "Not for us",
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  }

  async function payOnline(who: SignedIn, plan = "small-firm") {
    const made = (await who.post("/api/orders", { plan })).json();
    payPal().approve(made.payPalOrderId);
    expect((await who.post(`/api/orders/${made.id}/capture`)).json().state).toBe("completed");
    return made;
  }

  async function paidOnline(plan = "small-firm") {
    const anna = await signIn(server(), { plan: null });
    const made = await payOnline(anna, plan);
    return { anna, made };
  }
  return {
    db,
    ledgerOf,
    lastPayment,
    ledger,
    outcome,
    use,
    decide,
    codeOf,
    suspendedOf,
    payManually,
    giveCredit,
    ask,
    payOnline,
    paidOnline,
  };
}
