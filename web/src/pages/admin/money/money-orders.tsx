import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { dateTime } from "../../../ui/dates.ts";
import { pounds } from "../../../ui/words.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
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
        heads={["Ordered", "Address", "Plan", "PayPal order", "Amount"]}
        words={4}
        rows={orders.map(({ id, createdAt, email, planName, payPalOrderId, duePence, state }) => ({
          key: id,
          cells: [
            dateTime(createdAt),
            <span className="uref" key="email">
              {email} {state === "pending" && <span className="badge badge--busy">held back by PayPal</span>}
            </span>,
            planName,
            <Reference key="order" of={payPalOrderId} />,
            pounds(duePence),
          ],
        }))}
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
        heads={["Ordered", "By", "Plan", "PayPal order", "Ordered amount"]}
        words={4}
        rows={orders.map(({ id, createdAt, practice, email, planName, payPalOrderId, duePence }) => ({
          key: id,
          cells: [
            dateTime(createdAt),
            practice ? (
              <PayerLink key="practice" payer={practice} />
            ) : (
              <span className="uref" key="email">
                {email}
              </span>
            ),
            planName,
            <Reference key="order" of={payPalOrderId} />,
            pounds(duePence),
          ],
        }))}
      />
    </MoneyCard>
  );
}

const Reference = ({ of }: { of: string }) => <span className="uref">{of}</span>;
