import { z } from "zod";

/** Every refusal of the API: its status and its title live here and nowhere else. */
export const problems = {
  "bad-request": { status: 400, title: "Check what you entered" },
  "not-signed-in": { status: 401, title: "Sign in to continue" },
  "wrong-credentials": { status: 401, title: "Login failed" },
  "too-many-attempts": { status: 429, title: "Too many attempts" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "foreign-origin": { status: 403, title: "Request refused" },
  "owner-only": { status: 403, title: "Only the owner can do this" },
  "not-found": { status: 404, title: "Not found" },
  "username-taken": { status: 409, title: "Registration failed" },
  "email-taken": { status: 409, title: "Registration failed" },
  "weak-password": { status: 400, title: "Registration failed" },
  "two-factor-needed": { status: 401, title: "Enter your code" },
  "wrong-code": { status: 401, title: "Login failed" },
  "wrong-password": { status: 403, title: "Wrong password" },
  "two-factor-on": { status: 409, title: "Two-factor is on already" },
  "two-factor-off": { status: 409, title: "Two-factor is off" },
  "link-invalid": { status: 410, title: "This link no longer works" },
  "email-not-sent": { status: 502, title: "Email not sent" },
  "users-reached": { status: 402, title: "Every user of the plan is taken" },
  "already-member": { status: 409, title: "Already a member" },
  "member-not-found": { status: 404, title: "Member not found" },
  "invitation-not-found": { status: 404, title: "Invitation not found" },
  "owner-stays": { status: 409, title: "The owner stays" },
  "session-not-found": { status: 404, title: "Session not found" },
  "name-not-confirmed": { status: 400, title: "Type the practice's name" },
  "bad-subject": { status: 400, title: "Subject not accepted" },
  "import-refused": { status: 422, title: "Some rows need correcting" },
  "no-subscription": { status: 404, title: "No Active Subscription" },
  "subscription-needed": { status: 402, title: "Subscription needed" },
  "subscription-expired": { status: 402, title: "Subscription expired" },
  "quota-reached": { status: 402, title: "Limit Reached" },
  "customer-not-found": { status: 404, title: "Customer not found" },
  "customer-required": { status: 400, title: "Customer required" },
  "reference-taken": { status: 409, title: "Reference already used" },
  "files-required": { status: 400, title: "Files required" },
  "file-too-large": { status: 413, title: "File too large" },
  "upload-too-large": { status: 413, title: "Size limit exceeded!" },
  "too-many-files": { status: 413, title: "Too many files" },
  "unsupported-file": { status: 415, title: "File type not accepted" },
  "bad-file-name": { status: 400, title: "File name not accepted" },
  "upload-interrupted": { status: 400, title: "Upload interrupted" },
  "key-reused": { status: 422, title: "Idempotency key reused" },
  "job-not-found": { status: 404, title: "Job not found" },
  "job-not-failed": { status: 409, title: "Nothing to retry" },
  "job-not-ready": { status: 409, title: "Not ready yet" },
  "files-deleted": { status: 410, title: "Files deleted" },
  "service-busy": { status: 503, title: "Busy" },
  "internal-error": { status: 500, title: "Something went wrong" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** The body of every answer that is not ok; `message` is one sentence for the user. */
export const problem = z.object({ code: z.string(), message: z.string() }).meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;
