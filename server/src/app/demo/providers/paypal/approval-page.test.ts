import { expect, test } from "vitest";
import { approvalPage, donePage, returnUrlOf } from "./approval-page.ts";
import type { InventedOrder } from "./order-store.ts";

const order = (more: object = {}) =>
  ({
    id: "ORDER1",
    status: "CREATED",
    brand: "Sheaf & Co",
    description: "Solo <30 days>",
    amount: { currency_code: "GBP", value: "1024.5" },
    returnUrl: "https://shop.example/back?order=7",
    cancelUrl: "https://shop.example/no",
    ...more,
  }) as unknown as InventedOrder;

test("the page names shop, amount and goods, and asks for a choice", () => {
  const page = approvalPage(order(), false);
  expect(page).toContain("<title>Pay Sheaf &amp; Co (demonstration)</title>");
  expect(page).toContain(
    '<p class="brand">Sheaf &amp; Co</p><p class="amount">£1,024.50</p><p>Solo &lt;30 days&gt;</p>',
  );
  expect(page).toContain('action="/checkoutnow?token=ORDER1"');
  expect(page).toContain("Pay £1,024.50</button>");
  expect(page).not.toContain("This is paid already");
  expect(approvalPage(order(), true)).toContain('action="/checkoutnow?token=ORDER1&amp;popup=1"');
});

test("an order that is paid already cannot be paid again, and leads back to the shop", () => {
  const page = approvalPage(order({ status: "COMPLETED" }), false);
  expect(page).toContain(
    'This is paid already.</p><p><a href="https://shop.example/back?order=7">Back to Sheaf &amp; Co',
  );
  expect(page).not.toContain("<form");
});

test("a shop without a name is called the shop", () => {
  expect(approvalPage(order({ brand: "" }), false)).toContain('<p class="brand">the shop</p>');
  expect(donePage(order({ brand: "" }), "approve")).toContain("Back to the shop</a>");
});

test("there is no form for an order that does not exist", () => {
  expect(approvalPage(undefined, false)).toContain("There is no such order");
  expect(approvalPage(undefined, false)).not.toContain("<form");
});

test.each([
  ["approve", "approved", "https://shop.example/back?order=7&amp;token=ORDER1&amp;PayerID=DEMONSTRATION"],
  ["decline", "approved", "https://shop.example/back?order=7&amp;token=ORDER1&amp;PayerID=DEMONSTRATION"],
  ["cancel", "cancelled", "https://shop.example/no"],
] as const)("after “%s” the shop is told that the order is %s", (choice, result, back) => {
  const page = donePage(order(), choice);
  expect(page).toContain(`postMessage({"payPal":"${result}","orderID":"ORDER1"}, "*")`);
  expect(page).toContain(`<a href="${back}">Back to Sheaf &amp; Co</a>`);
});

test("the payer returns to the shop's own address, with order and payer added", () => {
  expect(returnUrlOf(order())).toBe("https://shop.example/back?order=7&token=ORDER1&PayerID=DEMONSTRATION");
});
