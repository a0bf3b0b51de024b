export { forgetLedgers, forgetPractice, hasLedger } from "./forget.ts";
export { claimLink, renewClaims } from "./guests/claim-links.ts";
export { checkClaim, claimIn } from "./guests/claims.ts";
export { mismatchedOrders, unclaimedOrders, type WaitingOrder } from "./guests/unclaimed.ts";
export { boughtTime, listPayments } from "./ledger/ledger.ts";
export { recordManualPayment } from "./ledger/payments.ts";
export { grantDays } from "./periods/grant.ts";
export { endUnlimitedUse, giveUnlimitedUse } from "./periods/own-practice.ts";
export { isOwnPractice, runsNow } from "./periods/periods.ts";
export { findPlan, seedPlans } from "./plans.ts";
export type { ReceiptContent } from "./receipts/content.ts";
export { receipts } from "./receipts/table.ts";
export { closeDifference, openDifferences } from "./reconcile/differences.ts";
export { decideRefund } from "./refunds/decide.ts";
export { openRefunds, quotedRefunds } from "./refunds/open-refunds.ts";
export { listRefunds } from "./refunds/requests.ts";
export { refundRequests } from "./refunds/table.ts";
export {
  findRunningPlan,
  findShortage,
  getSubscription,
  getUsage,
  planOf,
  requireActive,
  requirePlan,
  reserveDocuments,
  reserveMore,
  returnDocuments,
  type Shortage,
} from "./service.ts";
export { getBilling, getQuote } from "./subscription.ts";
