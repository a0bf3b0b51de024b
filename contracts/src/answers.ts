/**
 * What a page shows besides single jobs and may read again when something changes: each answer is that of one route,
 * with its query key in the web app's cache (`web/src/api`).
 */
export const answerKeys = {
  subscription: ["/api/subscription"],
  usage: ["/api/usage"],
  billing: ["/api/billing"],
  stats: ["/api/stats"],
  checklist: ["/api/checklist"],
  sample: ["/api/sample-job"],
  counts: ["/api/jobs", "counts", {}],
  recent: ["/api/jobs", "recent"],
  lastJobs: ["/api/customers", "last-jobs"],
  notifications: ["/api/notifications"],
  suppressions: ["/api/suppressions"],
} as const satisfies Record<string, readonly (string | object)[]>;
export type AnswerName = keyof typeof answerKeys;
export const answerNames = Object.keys(answerKeys) as AnswerName[];
