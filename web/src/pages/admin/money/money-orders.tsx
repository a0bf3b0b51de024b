import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { dateTime } from "../../../ui/dates.ts";
import { pounds } from "../../../ui/words.ts";
import { Reference, SlimTable } from "../pieces/slim-table.tsx";
import { MoneyCard, PayerLink } from "./money-card.tsx";

export function UnclaimedOrders({ orders }: { orders: WaitingMoney["unclaimed"] }) {
  return (
    <MoneyCard
      title="Paid and not claimed"
      waiting={orders.length}
      remedy={
        <>
          Visitors paid these and have not signed up. A link went to the address; if it was lost,{" "}
          <code>./sheaf user link ADDRESS</code> prints a new one. Or send the money back at PayPal.
        </>
      }
    >
      <SlimTable
        empty="Every paid order belongs to a practice."
        rows={orders}
        keyOf={({ id }) => id}
        words={4}
        columns={{
          Ordered: ({ createdAt }) => dateTime(createdAt),
          Address: ({ email, state }) => (
            <span className="uref">
              {email} {state === "pending" && <span className="badge badge--busy">held back by PayPal</span>}
            </span>
          ),
          Plan: ({ planName }) => planName,
          "PayPal order": ({ payPalOrderId }) => <Reference text={payPalOrderId} />,
          Amount: ({ duePence }) => pounds(duePence),
        }}
      />
    </MoneyCard>
  );
}

export function MismatchedOrders({ orders }: { orders: WaitingMoney["mismatched"] }) {
  return (
    <MoneyCard
      title="Paid with another amount"
      waiting={orders.length}
      remedy="PayPal took another amount or currency than was ordered, so nothing was given. Look the order up at PayPal and send all of its money back there; then it leaves this list."
    >
      <SlimTable
        empty="Every order was paid as it was ordered."
        rows={orders}
        keyOf={({ id }) => id}
        words={4}
        columns={{
          Ordered: ({ createdAt }) => dateTime(createdAt),
          By: ({ practice, email }) => (practice ? <PayerLink payer={practice} /> : <Reference text={email} />),
          Plan: ({ planName }) => planName,
          "PayPal order": ({ payPalOrderId }) => <Reference text={payPalOrderId} />,
          "Ordered amount": ({ duePence }) => pounds(duePence),
        }}
      />
    </MoneyCard>
  );
}
