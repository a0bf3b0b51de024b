/** The reasons for ending a session other than by its own user in its own browser. */
export const sessionEndReasons = [
  "signed-out-elsewhere",
  "password-changed",
  "signed-out-by-operator",
  "suspended-by-plan",
  "suspended-by-operator",
  "removed-by-owner",
  "account-deleted",
  "practice-deleted",
] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** The text that the sign-in page shows in the browser whose session was ended. */
export const sessionEndTexts: Record<SessionEndReason, string> = {
  "signed-out-elsewhere": "You were signed out here from another browser. Sign in to continue.",
  "password-changed": "The password of your account was changed. Sign in with the new password.",
  "signed-out-by-operator": "The operator of this service signed you out. Sign in to continue.",
  "suspended-by-plan":
    "Your account is suspended because the practice’s plan includes fewer users. Ask its owner to upgrade.",
  "suspended-by-operator": "Your account is suspended. Write to the support of this service to have it restored.",
  "removed-by-owner": "The owner of the practice removed your account. What you uploaded stays with the practice.",
  "account-deleted": "Your account was deleted.",
  "practice-deleted": "The practice was deleted, with every account and document in it.",
};
