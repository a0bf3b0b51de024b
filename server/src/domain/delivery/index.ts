export { listSuppressions } from "./events/suppressions.ts";
export { forgetPractice } from "./forget.ts";
export { openOutbox } from "./outbox/outbox.ts";
export { listOutbox } from "./outbox/outbox-list.ts";
export { findDuplicates } from "./sending/duplicates.ts";
export { countDeliveries, destinationsOf, isUnderWay } from "./sending/for-jobs.ts";
export { releaseEmails } from "./sending/release.ts";
export { inDoubtAfterRestore } from "./sending/texts.ts";
export { type DeliveryRow, deliveriesOf } from "./service.ts";
