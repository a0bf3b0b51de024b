import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { dateTime } from "../../../ui/dates.ts";
import { pounds } from "../../../ui/words.ts";
import { Reference } from "../pieces/slim-table.tsx";
import { MoneyTable, PayerLink } from "./money-card.tsx";

export function UnclaimedOrders({ orders }: { orders: WaitingMoney["unclaimed"] }) {
  return (
    <MoneyTable
      title="Paid but not claimed"
      remedy={
        <>
          These visitors have paid but not signed up. Each was sent a link by email. If it was lost,{" "}
          <code>./sheaf user link ADDRESS</code> prints a new one. Or refund the payment at PayPal.
        </>
      }
      empty="Every paid order belongs to a practice."
      rows={orders}
      columns={{
        Ordered: ({ createdAt }) => dateTime(createdAt),
        Address: ({ email, state }) => (
          <span className="uref">
            {email} {state === "pending" && <span className="badge badge--busy">held by PayPal</span>}
          </span>
        ),
        Plan: ({ planName }) => planName,
        "PayPal order": ({ payPalOrderId }) => <Reference text={payPalOrderId} />,
        Amount: ({ duePence }) => pounds(duePence),
      }}
    />
  );
}

export function MismatchedOrders({ orders }: { orders: WaitingMoney["mismatched"] }) {
  return (
    <MoneyTable
      title="Paid with a different amount"
      remedy="PayPal took a different amount or currency from the one ordered, so no subscription was started. Look up the order at PayPal and refund it in full; it then leaves this list."
      empty="Every order was paid with the amount ordered."
      rows={orders}
      columns={{
        Ordered: ({ createdAt }) => dateTime(createdAt),
        By: ({ practice, email }) => (practice ? <PayerLink payer={practice} /> : <Reference text={email} />),
        Plan: ({ planName }) => planName,
        "PayPal order": ({ payPalOrderId }) => <Reference text={payPalOrderId} />,
        "Amount ordered": ({ duePence }) => pounds(duePence),
      }}
    />
  );
}
