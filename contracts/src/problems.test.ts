import { expect, test } from "vitest";
import { problems } from "./problems.ts";

const withStatus = (wanted: number) =>
  Object.entries(problems).flatMap(([code, { status }]) => (status === wanted ? [code] : []));

test.each<[number, string, string]>([
  [
    400,
    "the request itself is wrong",
    `bad-request weak-password name-not-confirmed bad-subject customer-required files-required bad-file-name
    upload-interrupted name-not-typed secret-needed`,
  ],
  [
    401,
    "nobody is signed in, or the sender is not who it claims to be",
    `not-signed-in session-ended wrong-credentials two-factor-needed wrong-code forged-event admin-needed`,
  ],
  [
    402,
    "something has to be paid first",
    `users-reached subscription-needed subscription-expired payment-needed payment-declined quota-reached`,
  ],
  [
    403,
    "the caller is known and may not do it",
    `foreign-origin owner-only sign-up-closed password-needed wrong-password email-not-confirmed
    second-factor-required suspended set-up-code-wrong`,
  ],
  [
    404,
    "the thing does not exist",
    `not-found member-not-found invitation-not-found session-not-found no-subscription order-not-found
    refund-not-found difference-not-found receipt-not-found sample-not-found customer-not-found job-not-found
    page-not-drawn delivery-not-found user-not-found practice-not-found admin-session-not-found task-not-found`,
  ],
  [410, "the thing existed and is gone for good", `link-invalid claim-invalid files-deleted`],
  [413, "too much was sent", `file-too-large upload-too-large too-many-files`],
  [415, "the file’s type is not accepted", `unsupported-file`],
  [422, "the values together cannot be accepted", `import-refused key-reused settings-refused`],
  [429, "the caller must wait", `too-many-attempts too-many-requests`],
  [500, "the server made a mistake", `internal-error`],
  [502, "another service did not do its part", `email-not-sent payment-unconfirmed refund-failed`],
  [503, "the server is not able to answer at the moment", `out-of-reach service-busy`],
  [507, "no space is left for files", `storage-full`],
])("a problem has status %i when %s", (status, _reason, codes) => {
  expect(withStatus(status)).toEqual(codes.split(/\s+/));
});

test("every other problem is a conflict with the present state of the thing", () => {
  expect(withStatus(409)).toEqual(
    `username-taken email-taken two-factor-on two-factor-off already-member owner-stays online-payment-off
    nothing-to-pay not-approved refund-not-possible refund-already-requested refund-decided several-practices
    not-unlimited no-next-period sample-made sample-fixed customer-changed reference-taken job-not-failed
    file-not-failed no-choice item-not-aside job-sent emails-changed last-file no-turn job-not-ready
    delivery-under-way sent-again-already delivery-not-in-doubt delivery-not-waiting too-late-to-undo
    address-refused amount-differs reference-entered not-suspended set-by-variable settings-of-demonstration
    set-up-first set-up-ended`.split(/\s+/),
  );
});
