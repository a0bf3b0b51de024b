import type { OperatorChecklist } from "@sheaf/contracts/checklists.ts";
import { useQuery } from "@tanstack/react-query";
import { operatorChecklistQuery } from "../../../api/admin/checklist.ts";
import { adminApi } from "../../../api/admin/client.ts";
import { useDismissChecklist } from "../../../api/checklist.ts";
import { Checklist, type Step } from "../../../components/checklist/checklist.tsx";

type Name = OperatorChecklist["steps"][number]["name"];

const settings = "/admin/dashboard?tab=settings";
const words: Record<Name, Omit<Step, "name" | "done">> = {
  mail: {
    title: "Set up email",
    about: "Until then, emails are kept in the outbox. This step is done once your mail service has accepted an email.",
    to: settings,
  },
  backup: {
    title: "Back up every night",
    about: (
      <>
        Run <code>./sheaf backup FOLDER</code> on a timer. This step is done once the first backup has finished.
      </>
    ),
    to: "/admin/dashboard?tab=operations",
  },
  seller: {
    title: "Enter the seller’s name and address",
    about: "They are printed on every receipt.",
    to: settings,
  },
};

/** First steps of the operator; nothing once they are done or dismissed. */
export function OperatorSteps() {
  const { data } = useQuery(operatorChecklistQuery);
  const { mutate: dismiss } = useDismissChecklist(operatorChecklistQuery.queryKey, adminApi.post);
  const steps = data?.steps.map((step) => ({ ...step, ...words[step.name] })) ?? [];
  return <Checklist steps={steps} onDismiss={() => dismiss()} />;
}
