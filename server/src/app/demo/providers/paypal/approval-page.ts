import { escapeHtml } from "../../../../platform/escape-html.ts";
import { demoPage } from "../demo-page.ts";
import type { InventedOrder } from "./order-store.ts";

/** The payer's choice. "decline" pays with a card that is then declined. */
export type Choice = "approve" | "decline" | "cancel";

/**
 * Renders the page on which a payer approves an order.
 * @param popup whether it is shown in a popup window of the shop's page
 */
export function approvalPage(order: InventedOrder | undefined, popup: boolean): string {
  if (!order)
    return sheet("No such order", "<h1>There is no such order</h1><p>Go back to the shop and begin again.</p>");
  const brand = escapeHtml(order.brand || "the shop");
  const facts = `<p class="brand">${brand}</p><p class="amount">${amountOf(order)}</p><p>${escapeHtml(order.description)}</p>`;
  if (order.status === "COMPLETED") {
    return sheet("Paid already", `${facts}<p>This is paid already.</p>${wayBack(order.returnUrl, brand)}`);
  }
  const action = `/checkoutnow?token=${order.id}${popup ? "&amp;popup=1" : ""}`;
  return sheet(
    `Pay ${order.brand}`,
    `${facts}
    <form method="post" action="${action}">
      <button class="pay" name="do" value="approve">Pay ${amountOf(order)}</button>
      <button name="do" value="decline">Pay with a card that is declined</button>
      <button class="plain" name="do" value="cancel">Cancel and go back to ${brand}</button>
    </form>`,
  );
}

/** Renders the page after a choice in a popup window: it sends the choice to the shop's page and closes. */
export function donePage(order: InventedOrder, choice: Choice): string {
  const result = choice === "cancel" ? "cancelled" : "approved";
  const message = JSON.stringify({ payPal: result, orderID: order.id });
  const back = choice === "cancel" ? order.cancelUrl : returnUrlOf(order);
  return sheet(
    "Done",
    `<h1>Done</h1><p>You can close this window.</p>${wayBack(back, escapeHtml(order.brand || "the shop"))}
    <script>if (opener) { opener.postMessage(${message}, "*"); close(); }</script>`,
  );
}

/** Shown in the popup until the shop has created the order. */
export const waitPage = () => sheet("One moment", "<h1>One moment…</h1><p>The order is being made.</p>");

/** Returns the address to which PayPal redirects the payer after approval. */
export function returnUrlOf(order: InventedOrder): string {
  const url = new URL(order.returnUrl);
  url.searchParams.set("token", order.id);
  url.searchParams.set("PayerID", "DEMONSTRATION");
  return url.href;
}

const amountOf = ({ amount }: InventedOrder) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: amount.currency_code }).format(Number(amount.value));

const wayBack = (url: string, brand: string) => `<p><a href="${escapeHtml(url)}">Back to ${brand}</a></p>`;

const sheet = (title: string, body: string) =>
  demoPage({ title, label: "an invented PayPal. No money moves.", style, body });

const style = `  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: light-dark(#f3f4f6, #131417); }
  main { align-self: center; justify-self: center; box-sizing: border-box; width: min(420px, 100vw - 32px); margin: 24px 0;
    padding: 32px 28px 20px; border-radius: 14px; background: light-dark(#fff, #1e2025); box-shadow: 0 1px 3px #0003; text-align: center; }
  h1 { font-size: 1.25rem; margin: 0 0 8px; } p { margin: 0 0 8px; }
  .brand { font-weight: 600; } .amount { font-size: 2.25rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
  form { display: grid; gap: 10px; margin-top: 24px; }
  button { font: inherit; font-weight: 600; min-height: 46px; padding: 8px 16px; border-radius: 8px; cursor: pointer;
    border: 1px solid light-dark(#8b8f98, #6b7079); background: transparent; color: inherit; }
  .pay { background: #0b5bd3; border-color: #0b5bd3; color: #fff; }
  .plain { border-color: transparent; text-decoration: underline; font-weight: 400; }
  :focus-visible { outline: 3px solid #ffb020; outline-offset: 2px; } a { color: light-dark(#0b5bd3, #8ab8ff); }`;
