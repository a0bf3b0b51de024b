import { z } from "zod";

/** First steps of a practice's owner, in the order in which they are shown. */
const ownerSteps = ["customer", "upload", "colleague"] as const;
/** First steps of the operator of the installation. */
const operatorSteps = ["mail", "backup", "seller"] as const;

const checklistOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.object({
    /**
     * The steps that apply to this installation; empty when the list is not shown: it was dismissed or all steps are
     * done.
     */
    steps: z.array(z.object({ name: z.enum(names), done: z.boolean() })),
  });

/** GET /api/checklist: the owner's checklist; empty for other members. */
export const ownerChecklist = checklistOf(ownerSteps).meta({ id: "OwnerChecklist" });
export type OwnerChecklist = z.infer<typeof ownerChecklist>;

/** GET /api/admin/checklist */
export const operatorChecklist = checklistOf(operatorSteps).meta({ id: "OperatorChecklist" });
export type OperatorChecklist = z.infer<typeof operatorChecklist>;
