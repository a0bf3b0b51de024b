import type { User } from "@sheaf/contracts/accounts.ts";
import type { Billing } from "@sheaf/contracts/billing.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { noLimit, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription, Usage } from "@sheaf/contracts/plans.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";

/** Factories for test data: a test states only what matters to it. */
export const priya: User = {
  id: "u-1",
  username: "priya.nair",
  email: "priya@hartley.example",
  firstName: "Priya",
  lastName: "Nair",
  role: "owner",
  theme: "system",
  emailVerified: true,
  pendingEmail: null,
  twoFactor: false,
  practice: { id: "p-1", name: "Hartley & Wren" },
};

export const settings: Settings = {
  defaultEmailSubject: "Documents for {customer}",
  autoSendEmail: false,
  preferSeparateEmails: false,
  undoSeconds: 20,
  preferSeparatePdfs: false,
  defaultFileOrder: "as-added",
  theme: "system",
  fileRetentionDays: 30,
  sessionTimeoutMinutes: 480,
  readPages: true,
  waitForReading: false,
  namePdfsByFacts: false,
  readingLanguage: null,
  searchableDestinations: [],
};

export const smallFirm: Subscription = {
  status: "active",
  plan: {
    id: "plan-2",
    slug: "small-firm",
    name: "Small Firm",
    price: 2400,
    documentsPerMonth: 500,
    maxUsers: 3,
    supportLevel: "Priority Email Support",
    isPopular: true,
    maxFileBytes: 25 * 1_048_576,
  },
  currentPeriodStart: "2026-11-06T10:00:00.000Z",
  periodEndsAt: "2026-12-06T10:00:00.000Z",
  currentPeriodEnd: "2026-12-06T10:00:00.000Z",
  documentsUsedThisMonth: 353,
};

export const usage: Usage = {
  documentsUsedThisMonth: 353,
  documentsAllowed: 500,
  documentsRemaining: 147,
  canCreateDocument: true,
  periodEndsAt: "2026-12-06T10:00:00.000Z",
  currentPeriodEnd: "2026-12-06T10:00:00.000Z",
  maxFileBytes: 25 * 1_048_576,
};

export const billing: Billing = {
  cancelled: false,
  creditPence: 0,
  periods: [
    {
      id: "period-1",
      plan: { slug: "small-firm", name: "Small Firm" },
      startsAt: "2026-11-06T10:00:00.000Z",
      endsAt: "2026-12-06T10:00:00.000Z",
      documentsUsed: 353,
      documentsAllowed: 500,
    },
  ],
  canStartNext: false,
};

export const outboxOnly: Installation = {
  companyName: "Sheaf",
  supportEmail: "support@sheaf.example",
  supportHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
  salesEmail: "sales@sheaf.example",
  kind: "service",
  demo: false,
  mailTransport: "outbox",
  demoInbox: null,
  supportPhone: null,
  claims: ["gdpr", "money-back", "fast-processing"],
  payPal: null,
};

/** An installation for one practice of its own. */
export const ownPractice: Installation = { ...outboxOnly, kind: "practice" };

export const unlimited: Subscription = {
  ...smallFirm,
  plan: { id: "plan-9", ...ownPracticePlan },
  periodEndsAt: "2126-11-06T10:00:00.000Z",
  currentPeriodEnd: "2126-11-06T10:00:00.000Z",
};

export const unlimitedUsage: Usage = {
  ...usage,
  documentsUsedThisMonth: 41,
  documentsAllowed: noLimit,
  documentsRemaining: noLimit,
  periodEndsAt: unlimited.periodEndsAt,
  currentPeriodEnd: unlimited.currentPeriodEnd,
  maxFileBytes: ownPracticePlan.maxFileBytes,
};

/** Responses to a member of an own practice; there is nothing about money. */
export const inOwnPractice = {
  "GET /api/installation": ownPractice,
  "GET /api/subscription": unlimited,
  "GET /api/usage": unlimitedUsage,
  ...Object.fromEntries(
    ["subscription-plans", "billing", "payments", "refunds"].map((path) => [`GET /api/${path}`, undefined]),
  ),
};

let made = 0;
const newId = () => `id-${++made}`;

export const aCustomer = (part: Partial<Customer> = {}): Customer => ({
  id: newId(),
  name: "Bright Bakery",
  email: "hello@bakery.example",
  outputEmail: null,
  company: null,
  reference: null,
  preferredPdfs: null,
  emailText: null,
  createdAt: "2026-11-01T09:00:00.000Z",
  archivedAt: null,
  ...part,
});

export const aJobFile = (part: Partial<JobFile> = {}): JobFile => ({
  id: newId(),
  type: "pdf",
  originalName: "invoice.pdf",
  parentId: null,
  path: null,
  isEmailText: false,
  sizeBytes: 1000,
  state: "waiting",
  reason: null,
  message: null,
  awaitsChoice: false,
  canBringBack: false,
  canLeaveOut: false,
  canReplace: false,
  pages: null,
  warnings: [],
  convertedMs: null,
  reading: null,
  ...part,
});

export const aDelivery = (part: Partial<Delivery> = {}): Delivery => ({
  id: newId(),
  destination: "email",
  recipient: "bakery@dext.cc",
  subject: "Documents for Bright Bakery",
  isCopy: false,
  part: 1,
  parts: 1,
  attachments: [{ id: newId(), name: "Bright Bakery 2026-11-20.pdf", pages: 2, sizeBytes: 2_200_000, note: null }],
  state: "sent",
  createdAt: "2026-11-20T10:32:00.000Z",
  sendAfter: null,
  nextTryAt: null,
  tries: 1,
  sentAt: "2026-11-20T10:32:20.000Z",
  deliveredAt: null,
  message: null,
  awaitsSender: false,
  confirmedById: priya.id,
  replacedById: null,
  ...part,
});

export function aJob(status: string, part: Partial<Job> = {}): Job {
  const done = status === "completed";
  const lights: Record<string, Job["light"]> = {
    pending: { colour: "yellow", word: "Pending" },
    processing: { colour: "yellow", word: "Processing" },
    completed: { colour: "green", word: "Ready" },
    failed: { colour: "red", word: "Needs you" },
  };
  return {
    id: newId(),
    version: 1,
    createdAt: "2026-11-20T10:31:00.000Z",
    completedAt: done ? "2026-11-20T10:32:00.000Z" : null,
    status: status as Job["status"],
    light: lights[status] ?? { colour: "yellow", word: "Processing" },
    customer: { id: "c-1", name: "Bright Bakery", email: "hello@bakery.example", outputEmail: null },
    files: [aJobFile()],
    outputs: [],
    deliveries: [],
    sendEmail: false,
    destination: "email",
    separateEmails: false,
    emailsToConfirm: null,
    separatePdfs: false,
    copyToCustomer: false,
    emailSubject: null,
    uploadedBy: "Priya Nair",
    filesDeleted: false,
    pdfPath: done ? "/api/jobs/x/download" : null,
    errorMessage: status === "failed" ? "Bank March.pdf is password-protected." : null,
    detail: status === "failed" ? "Bank March.pdf is password-protected." : null,
    ...part,
  };
}
