import { newId } from "../src/platform/ids.ts";

/** Who may call a route, and the parameters and body that a call needs to pass all other checks. */
interface Access {
  who: "anyone" | "signed-in" | "owner" | "administrator";
  /** The route names an object of a practice. Members of other practices get 404, or this status instead. */
  foreign?: "not there" | number;
  /** The route starts new work and is refused when the subscription has expired. */
  paid?: true;
  body?: object;
  /** The body is a form with a file. */
  form?: true;
  /** Different behaviour in an installation for its own practice. */
  inPractice?: "not there" | "sign-up-closed";
}

const anyone: Access = { who: "anyone" };
const signedIn: Access = { who: "signed-in" };
const owner: Access = { who: "owner" };
/** The portal: signed in with a token, not with a cookie. */
const admin: Access = { who: "administrator" };
const of = (access: Access, more: Partial<Access>): Access => ({ ...access, ...more });
/** Routes about payments: they do not exist in an own practice. */
const money = (access: Access) => of(access, { inPractice: "not there" });
const foreign = of(signedIn, { foreign: "not there" });
const why = { reason: "They asked for it" };
const act = of(admin, { body: why });
const wrong = { currentPassword: "not the password" };

/** All routes of the API. A route without a line here fails the test of access. */
export const accessTable: Record<string, Access> = {
  // Need the code of set-up, while set-up is open: app/set-up/set-up.integration.test.ts.
  "GET /api/set-up": anyone,
  "POST /api/set-up": anyone,
  "POST /api/set-up/check": anyone,
  "POST /api/set-up/health": anyone,
  "POST /api/set-up/test-email": anyone,
  "POST /api/register": of(anyone, { inPractice: "sign-up-closed" }),
  "POST /api/login": anyone,
  "POST /api/logout": anyone,
  "POST /api/password/forgot": anyone,
  "POST /api/password/reset": anyone,
  "POST /api/email/verify": anyone,
  "POST /api/links/check": anyone,
  "POST /api/invitations/accept": anyone,
  "GET /api/subscription-plans": money(anyone),
  // Only exists in a demonstration.
  "GET /api/demo/jobs": anyone,
  // Verified by the provider's signature instead: delivery/webhooks, delivery/inbound and
  // domain/billing/orders/orders.integration.test.ts.
  "POST /api/webhooks/:provider": anyone,
  "POST /api/webhooks/paypal": money(anyone),
  "POST /api/webhooks/postmark/inbound": anyone,
  "POST /api/webhooks/mailgun/inbound": anyone,
  "GET /api/user": signedIn,
  "PUT /api/profile": of(signedIn, { body: {} }),
  "PUT /api/password": of(signedIn, { body: { ...wrong, password: "another good password" } }),
  "PUT /api/email": of(signedIn, { body: { ...wrong, email: "new@example.com" } }),
  "POST /api/email/verification": signedIn,
  "GET /api/two-factor": signedIn,
  "POST /api/two-factor/start": of(signedIn, { body: wrong }),
  "POST /api/two-factor/confirm": of(signedIn, { body: { code: "000000" } }),
  "POST /api/two-factor/disable": of(signedIn, { body: { ...wrong, code: "000000" } }),
  "POST /api/two-factor/recovery-codes": of(signedIn, { body: wrong }),
  "GET /api/sessions": signedIn,
  "DELETE /api/sessions": signedIn,
  "DELETE /api/sessions/:id": foreign,
  "GET /api/account/export": owner,
  "POST /api/account/export": of(owner, { body: { currentPassword: "not this one" } }),
  "POST /api/account/delete": of(signedIn, { body: wrong }),
  "GET /api/audit-log": owner,
  "GET /api/subscription": signedIn,
  "GET /api/usage": signedIn,
  "GET /api/payments": money(signedIn),
  "GET /api/billing": money(signedIn),
  "GET /api/billing/quote": money(owner),
  "POST /api/billing/buy-with-credit": money(of(owner, { body: { plan: "solo" } })),
  "GET /api/payments/:id/receipt": money(of(owner, { foreign: "not there" })),
  "GET /api/refunds": money(owner),
  "GET /api/refunds/outcome": money(owner),
  "POST /api/refunds": money(of(owner, { body: { paymentId: newId(), refundAs: "money" } })),
  "DELETE /api/refunds/:id": money(of(owner, { foreign: "not there" })),
  "POST /api/guest-orders": money(anyone),
  "POST /api/guest-orders/:id/capture": money(anyone),
  "POST /api/claims/check": money(anyone),
  "POST /api/claims": money(of(owner, { body: { claimToken: "a token that was never given out" } })),
  "POST /api/orders": money(of(owner, { body: { plan: "solo" } })),
  "POST /api/orders/:id/capture": money(of(owner, { foreign: 409 })),
  "POST /api/billing/cancel": money(owner),
  "POST /api/billing/resume": money(owner),
  "POST /api/billing/start-next-period": money(owner),
  "GET /api/settings": signedIn,
  "GET /api/settings/reading-languages": signedIn,
  "PUT /api/settings": of(signedIn, { body: {} }),
  "GET /api/stats": signedIn,
  "GET /api/checklist": signedIn,
  "POST /api/checklist/dismiss": owner,
  "GET /api/sample-job": signedIn,
  "POST /api/sample-job": signedIn,
  "DELETE /api/sample-job": signedIn,
  "GET /api/search": signedIn,
  "GET /api/search/pages": signedIn,
  "GET /api/notifications": signedIn,
  "POST /api/notifications/seen": of(signedIn, { body: { until: "2026-11-20T10:00:00.000Z" } }),
  // The response stays open for members: platform/events/events.integration.test.ts.
  "GET /api/events": signedIn,
  "GET /api/changes": signedIn,
  "GET /api/members": signedIn,
  "PUT /api/members/:id": of(owner, { foreign: "not there", body: { role: "member" } }),
  "DELETE /api/members/:id": of(owner, { foreign: "not there" }),
  "GET /api/invitations": owner,
  "POST /api/invitations": of(owner, { body: { email: "new@example.com" } }),
  "POST /api/invitations/:id/resend": of(owner, { foreign: "not there" }),
  "DELETE /api/invitations/:id": of(owner, { foreign: "not there" }),
  "GET /api/customers": signedIn,
  "POST /api/customers": of(signedIn, { body: { name: "New", email: "new@example.com" } }),
  "POST /api/customers/import": of(signedIn, { body: { customers: [] } }),
  "GET /api/customers/export": signedIn,
  "GET /api/customers/last-jobs": signedIn,
  "PUT /api/customers/:id": of(foreign, { body: { name: "Other", email: "other@example.com" } }),
  "POST /api/customers/:id/archive": foreign,
  "POST /api/customers/:id/restore": foreign,
  "DELETE /api/customers/:id": foreign,
  "GET /api/jobs": signedIn,
  "POST /api/jobs": of(signedIn, { paid: true, form: true, foreign: "not there" }),
  "GET /api/jobs/recent": signedIn,
  "GET /api/jobs/counts": signedIn,
  "GET /api/jobs/export": signedIn,
  "POST /api/jobs/duplicates": of(signedIn, { body: { customerId: newId(), sha256: [] } }),
  "GET /api/jobs/download": signedIn,
  "GET /api/jobs/:id": foreign,
  "GET /api/jobs/:id/download": foreign,
  "GET /api/jobs/:id/timeline": foreign,
  "GET /api/jobs/:id/outputs/:outputId": foreign,
  "GET /api/jobs/:id/outputs/:outputId/pages/:page.webp": foreign,
  "GET /api/jobs/:id/files/:fileId/pages/:page.webp": foreign,
  "POST /api/jobs/:id/retry": of(foreign, { paid: true }),
  // For a member of another practice there is nothing to undo, so the response is 409 instead of 404.
  "POST /api/jobs/:id/undo": of(signedIn, { foreign: 409 }),
  "POST /api/jobs/:id/deliveries/:deliveryId/send-again": of(foreign, { paid: true, body: {} }),
  "POST /api/jobs/:id/deliveries/:deliveryId/arrived": foreign,
  "POST /api/jobs/:id/deliveries/:deliveryId/try-now": of(foreign, { paid: true }),
  "POST /api/jobs/:id/deliveries/:deliveryId/stop": foreign,
  "POST /api/jobs/:id/files/:fileId/password": of(foreign, { paid: true, body: { password: "x" } }),
  "POST /api/jobs/:id/files/:fileId/leave-out": of(foreign, { paid: true }),
  "POST /api/jobs/:id/files/:fileId/bring-back": of(foreign, { paid: true }),
  "GET /api/jobs/:id/files/:fileId/choice": foreign,
  "POST /api/jobs/:id/files/:fileId/choose": of(foreign, { paid: true, body: { itemIds: [newId()] } }),
  "POST /api/jobs/:id/turn-pages": of(foreign, { paid: true, body: { pages: [{ fileId: newId(), page: 1 }] } }),
  "POST /api/jobs/:id/confirm-emails": of(foreign, { paid: true, body: { emails: 26, send: "separate" } }),
  "PUT /api/jobs/:id/files/:fileId": of(foreign, { paid: true, form: true }),
  "GET /api/suppressions": signedIn,
  "DELETE /api/suppressions/:id": foreign,
  "GET /api/outbox": signedIn,
  "GET /api/test-email": signedIn,
  "POST /api/test-email": of(signedIn, { paid: true, body: { email: "me@example.com" } }),
  "POST /api/admin/login": anyone,
  "GET /api/admin/me": admin,
  "GET /api/admin/sessions": admin,
  "GET /api/admin/actions": admin,
  "GET /api/admin/metrics/overview": admin,
  "GET /api/admin/money": money(admin),
  "GET /api/admin/operations": admin,
  "GET /api/admin/checklist": admin,
  "POST /api/admin/checklist/dismiss": admin,
  "GET /api/admin/failed-tasks": admin,
  "GET /api/admin/health": admin,
  "GET /api/admin/settings": admin,
  "PUT /api/admin/settings/kind": of(admin, { body: { kind: "service" } }),
  "PUT /api/admin/settings/company": of(admin, { body: {} }),
  "PUT /api/admin/settings/mail": of(admin, { body: {} }),
  "POST /api/admin/settings/test-email": of(admin, { body: { to: "me@example.com" } }),
  "POST /api/admin/failed-tasks/:id/retry": of(admin, { body: { reason: "try again" } }),
  "POST /api/admin/failed-tasks/:id/discard": of(admin, { body: { reason: "not needed" } }),
  "GET /api/admin/users/search": admin,
  "GET /api/admin/users/:id": admin,
  "POST /api/admin/users/:id/end-sessions": act,
  "POST /api/admin/users/:id/resend-verification": act,
  "POST /api/admin/users/:id/send-reset-link": act,
  "POST /api/admin/users/:id/suspend": act,
  "POST /api/admin/users/:id/restore": act,
  "POST /api/admin/users/:id/delete": of(admin, { body: { ...why, username: "anna" } }),
  "GET /api/admin/practices": admin,
  "POST /api/admin/differences/:id/close": money(of(admin, { body: why })),
  "GET /api/admin/practices/:id/quote": money(admin),
  "POST /api/admin/practices/:id/payments": money(
    of(admin, {
      body: { ...why, plan: "solo", amountPence: 900, reference: "BACS 1" },
    }),
  ),
  "POST /api/admin/practices/:id/end-unlimited": money(act),
  "POST /api/admin/practices/:id/days": money(of(admin, { body: { ...why, days: 7 } })),
  "POST /api/admin/refunds/:id/decide": money(of(admin, { body: { ...why, decision: "deny" } })),
  "POST /api/admin/two-factor/start": of(admin, { body: wrong }),
  "POST /api/admin/two-factor/confirm": of(admin, { body: { code: "000000" } }),
  "POST /api/admin/two-factor/off": of(admin, { body: wrong }),
  "DELETE /api/admin/sessions/:id": admin,
  // Must be the last, because it ends the session that the other calls use.
  "POST /api/admin/logout": admin,
};
