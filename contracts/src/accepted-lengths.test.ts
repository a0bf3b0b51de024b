import { expect, test } from "vitest";
import type { z } from "zod";
import {
  confirmedByPassword,
  deleteAccountInput,
  loginInput,
  newPassword,
  practiceName,
  profileInput,
  registerInput,
  twoFactorCode,
  verifyEmailInput,
} from "./accounts.ts";
import { companyInput, mailSettingsInput } from "./admin/installation-settings.ts";
import { practicesQuery } from "./admin/practices.ts";
import { adminLoginInput } from "./admin/session.ts";
import { adminActionInput, manualPaymentInput, refundDecisionInput, userSearchQuery } from "./admin/users.ts";
import { customerInput } from "./customers.ts";
import { filePasswordInput } from "./deliveries.ts";
import { jobFields, jobFilter } from "./jobs.ts";
import { acceptInvitationInput } from "./members.ts";
import { claimInput } from "./orders.ts";
import { pageSearchQuery } from "./page-search.ts";
import { refundInput } from "./refunds.ts";
import { searchQuery } from "./search.ts";
import { setUpCodeInput, setUpInput } from "./set-up.ts";
import { settings } from "./settings.ts";

const { shape: company } = companyInput;
const common = { from: { name: "", address: "a@b.example" } };
const service = setUpInput.options[1].shape;
const practice = setUpInput.options[0].shape;

/** Only the given part of the mail settings varies. */
const mail = (transport: string, part: (text: string) => object) => (text: string) =>
  mailSettingsInput.safeParse({ transport, ...common, ...part(text) }).success;
const smtp = { host: "mail.example.com", port: 25, security: "tls", username: null };
const smtpWith = (part: (text: string) => object) => mail("smtp", (text) => ({ smtp: { ...smtp, ...part(text) } }));
const ses = { region: "eu-west-2", configurationSet: null, topicArn: null };
const by = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;

test.each<[string, number, number, (text: string) => boolean]>([
  ["the name or address of an account at sign-in", 1, 254, by(loginInput.shape.username)],
  ["the password at sign-in", 1, 1000, by(loginInput.shape.password)],
  ["the code at sign-in", 0, 40, by(loginInput.shape.code)],
  ["a new username", 3, 32, by(registerInput.shape.username)],
  ["a new password", 10, 128, by(newPassword)],
  ["the first name of a new user", 1, 100, by(registerInput.shape.firstName)],
  ["the last name of a new user", 1, 100, by(registerInput.shape.lastName)],
  ["the name of a practice", 0, 120, by(practiceName)],
  ["the token of a payment that came first", 0, 200, by(registerInput.shape.claimToken)],
  ["the first name in a profile", 1, 100, by(profileInput.shape.firstName)],
  ["the last name in a profile", 1, 100, by(profileInput.shape.lastName)],
  ["the practice’s name in a profile", 1, 120, by(profileInput.shape.practiceName)],
  ["the user’s own password as confirmation", 1, 1000, by(confirmedByPassword.shape.currentPassword)],
  ["the token of an emailed link", 1, 200, by(verifyEmailInput.shape.token)],
  ["the token of an invitation", 1, 200, by(acceptInvitationInput.shape.token)],
  ["the code that confirms an authenticator app", 1, 40, by(twoFactorCode.shape.code)],
  ["the typed name of a practice to delete", 0, 200, by(deleteAccountInput.shape.practiceName)],
  ["the token of a paid order", 20, 200, by(claimInput.shape.claimToken)],
  ["an administrator’s address", 1, 254, by(adminLoginInput.shape.email)],
  ["an administrator’s password", 1, 1000, by(adminLoginInput.shape.password)],
  ["an administrator’s code", 0, 40, by(adminLoginInput.shape.code)],
  ["a search of users", 0, 200, by(userSearchQuery.shape.q)],
  ["a search of practices", 0, 200, by(practicesQuery.shape.q)],
  ["the reason of an admin action", 3, 500, by(adminActionInput.shape.reason)],
  ["the reference of a received payment", 1, 140, by(manualPaymentInput.shape.reference)],
  ["the reference of a refund", 0, 140, by(refundDecisionInput.shape.reference)],
  ["the reason for a refund", 0, 500, by(refundInput.shape.reason)],
  ["a customer’s name", 1, 200, by(customerInput.shape.name)],
  ["a customer’s company", 0, 200, by(customerInput.shape.company)],
  ["a customer’s reference", 0, 60, by(customerInput.shape.reference)],
  ["a file’s password", 1, 500, by(filePasswordInput.shape.password)],
  ["the subject of a job’s emails", 0, 200, by(jobFields.shape.emailSubject)],
  ["a filter of jobs", 0, 200, by(jobFilter.shape.q)],
  ["a search", 1, 200, by(searchQuery.shape.q)],
  ["a search of pages", 1, 200, by(pageSearchQuery.shape.q)],
  ["the default subject", 1, 200, by(settings.shape.defaultEmailSubject)],
  ["the reading language", 0, 40, by(settings.shape.readingLanguage)],
  ["the name of an inbox", 0, 40, (text) => settings.shape.searchableDestinations.safeParse([text]).success],
  ["the code of set-up", 1, 64, by(setUpCodeInput.shape.code)],
  ["the operator’s first name", 1, 100, by(practice.firstName)],
  ["the operator’s last name", 1, 100, by(practice.lastName)],
  ["the name of the practice in set-up", 1, 120, by(practice.practiceName)],
  ["the seller’s name", 1, 100, by(service.seller.shape.name)],
  ["one line of the seller’s address", 1, 100, by(service.seller.shape.address)],
  ["the company’s name", 1, 100, by(company.name)],
  ["a line of the company’s address", 0, 100, (text) => company.addressLines.safeParse([text]).success],
  ["the support’s telephone number", 0, 50, by(company.supportPhone)],
  ["the support’s hours", 1, 100, by(company.supportHours)],
  ["the sender’s name", 0, 100, mail("outbox", (name) => ({ from: { name, address: "a@b.example" } }))],
  ["the username at a mail server", 0, 300, smtpWith((username) => ({ username }))],
  ["the password at a mail server", 1, 500, smtpWith((password) => ({ password }))],
  ["a DKIM selector", 1, 200, smtpWith((selector) => ({ dkim: { domain: "b.example", selector } }))],
  ["a DKIM key", 1, 20_000, smtpWith((key) => ({ dkim: { domain: "b.example", selector: "s", key } }))],
  ["a provider’s key", 1, 500, mail("sendgrid", (apiKey) => ({ sendgrid: { region: null, apiKey } }))],
  ["a stream of Postmark", 1, 200, mail("postmark", (stream) => ({ postmark: { stream } }))],
  ["a configuration set", 0, 200, mail("ses", (configurationSet) => ({ ses: { ...ses, configurationSet } }))],
  ["a topic’s ARN after its beginning", 0, 296, mail("ses", (end) => ({ ses: { ...ses, topicArn: `arn:${end}` } }))],
])("%s has %i to %i characters", (_what, min, max, isAccepted) => {
  const lengths = [min - 1, min, max, max + 1].filter((length) => length >= 0);
  expect(lengths.map((length) => [length, isAccepted("a".repeat(length))])).toEqual(
    lengths.map((length) => [length, length >= min && length <= max]),
  );
});
