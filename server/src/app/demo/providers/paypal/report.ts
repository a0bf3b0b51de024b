import type { InventedOrder, Money } from "./order-store.ts";

const statusOf = { COMPLETED: "S", PARTIALLY_REFUNDED: "S", PENDING: "P", DECLINED: "D", REFUNDED: "V", REVERSED: "V" };

/** Returns the response to GET /v1/reporting/transactions. */
export function reportOf(orders: InventedOrder[], query: URLSearchParams) {
  const [from, to] = [Date.parse(query.get("start_date") ?? ""), Date.parse(query.get("end_date") ?? "")];
  const pageSize = Number(query.get("page_size") ?? 100);
  const page = Number(query.get("page") ?? 1);
  const moved = orders.flatMap(transactionsOf).filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
  return {
    page,
    total_items: moved.length,
    total_pages: Math.max(1, Math.ceil(moved.length / pageSize)),
    transaction_details: moved.slice((page - 1) * pageSize, page * pageSize).map(({ at, ...info }) => ({
      transaction_info: { ...info, transaction_initiation_date: at, transaction_updated_date: at },
    })),
  };
}

function transactionsOf({ customId, captures, refunds }: InventedOrder) {
  const [paid] = captures;
  const back = (amount: Money) => ({ ...amount, value: `-${amount.value}` });
  const about = { custom_field: customId, paypal_reference_id: paid?.id, paypal_reference_id_type: "TXN" };
  return [
    ...captures.map(({ id, status, amount, at }) => ({
      at,
      transaction_id: id,
      transaction_event_code: "T0006",
      custom_field: customId,
      transaction_amount: amount,
      transaction_status: statusOf[status],
    })),
    ...refunds.map(({ id, status, amount, at }) => ({
      at,
      transaction_id: id,
      transaction_event_code: "T1107",
      ...about,
      transaction_amount: back(amount),
      transaction_status: status === "COMPLETED" ? "S" : "P",
    })),
    ...captures
      .filter(({ status }) => status === "REVERSED")
      .map(({ id, amount, at }) => ({
        at,
        transaction_id: `${id}R`,
        transaction_event_code: "T1106",
        ...about,
        transaction_amount: back(amount),
        transaction_status: "S",
      })),
  ];
}
