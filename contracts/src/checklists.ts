import { z } from "zod";

/** First steps of a practice's owner, in the order in which they are shown. */
const ownerSteps = ["customer", "upload", "colleague"] as const;
/** First steps of whoever runs the installation. */
const operatorSteps = ["mail", "backup", "seller"] as const;

const checklistOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.object({
    /** Those that apply here; empty where the list is not shown: it was dismissed or all of it is done. */
    steps: z.array(z.object({ name: z.enum(names), done: z.boolean() })),
  });

/** GET /api/checklist: of the signed-in owner; a member's is empty. */
export const ownerChecklist = checklistOf(ownerSteps).meta({ id: "OwnerChecklist" });
export type OwnerChecklist = z.infer<typeof ownerChecklist>;

/** GET /api/admin/checklist */
export const operatorChecklist = checklistOf(operatorSteps).meta({ id: "OperatorChecklist" });
export type OperatorChecklist = z.infer<typeof operatorChecklist>;
