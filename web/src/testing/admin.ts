import type { Overview } from "@sheaf/contracts/admin/overview.ts";
import type { AdminProfile } from "@sheaf/contracts/admin/session.ts";
import type { FoundUser, UserPage } from "@sheaf/contracts/admin/users.ts";

/** Stores a sign-in to the portal as the sign-in page does. */
export function signInAdmin(token = "token-1", admin = '{"name":"Margaret Hale","role":"Administrator"}'): void {
  localStorage.setItem("admin_token", token);
  localStorage.setItem("admin_user", admin);
}

export const anAdminProfile = (part: Partial<AdminProfile> = {}): AdminProfile => ({
  id: "a-1",
  name: "Margaret Hale",
  email: "margaret@operator.example",
  role: "Administrator",
  twoFactor: true,
  twoFactorRequired: true,
  recoveryCodesLeft: 10,
  ...part,
});

export const storedAdmin = () => [localStorage.getItem("admin_token"), localStorage.getItem("admin_user")];

export const anOverview = (part: { [Key in keyof Overview]?: Partial<Overview[Key]> } = {}): Overview => ({
  at: "2026-11-20T14:05:00.000Z",
  signups: {
    totalUsers: 1046,
    newUsersThisMonth: 73,
    newUsersToday: 5,
    signupTrend: [
      { date: "2026-11-19", count: 0 },
      { date: "2026-11-20", count: 5 },
    ],
    ...part.signups,
  },
  usage: {
    totalDocumentsProcessed: 182_390,
    documentsProcessedThisMonth: 9114,
    documentsProcessedToday: 486,
    totalActiveUsers: 604,
    averageDocumentsPerUser: 29.4,
    usageTrend: [
      { date: "2026-11-19", documents: 300, activeUsers: 90 },
      { date: "2026-11-20", documents: 486, activeUsers: 120 },
    ],
    ...part.usage,
  },
  subscriptions: {
    monthlyRecurringRevenue: 829_310,
    usdPerGbp: 1.27,
    totalSubscriptions: 312,
    churnRate: 2,
    subscriptionsByPlan: [
      { planName: "Solo Practitioner", count: 128, pricePence: 900 },
      { planName: "Small Firm", count: 184, pricePence: 2400 },
    ],
    ...part.subscriptions,
  },
  system: {
    successRate: 98,
    processingJobs: 14,
    failedJobsToday: 6,
    averageCustomersPerUser: 18.2,
    oldestUnfinishedAt: "2026-11-20T14:04:38.000Z",
    failuresToday: [{ reason: "password", count: 4 }],
    ...part.system,
  },
});

export const aFoundUser = (part: Partial<FoundUser> = {}): FoundUser => ({
  id: "u-1",
  firstName: "Priya",
  lastName: "Nair",
  username: "priya.nair",
  email: "priya@hartley.example",
  createdAt: "2026-03-14T10:00:00.000Z",
  customerCount: 46,
  documentCount: 1284,
  ...part,
});

export function aUserPage(part: Partial<UserPage> = {}): UserPage {
  const user: UserPage["user"] = {
    id: "u-1",
    firstName: "Priya",
    lastName: "Nair",
    username: "priya.nair",
    email: "priya@hartley.example",
    role: "owner",
    emailVerified: true,
    twoFactor: false,
    suspended: null,
    createdAt: "2026-03-14T10:00:00.000Z",
    lastSeenAt: "2026-11-20T10:00:00.000Z",
  };
  return {
    user,
    practice: {
      id: "p-1",
      name: "Hartley & Wren",
      createdAt: "2026-03-14T10:00:00.000Z",
      suspended: false,
      customerCount: 46,
      documentCount: 1284,
      storedBytes: 2_000_000,
    },
    members: [user],
    subscription: {
      planName: "Small Firm",
      status: "active",
      currentPeriodEnd: "2026-12-06T10:00:00.000Z",
      unlimited: false,
    },
    billing: {
      cancelled: false,
      creditPence: 0,
      canStartNext: false,
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
    },
    ledger: [],
    refunds: [],
    jobs: [],
    signIns: [],
    sessions: 1,
    ...part,
  };
}
