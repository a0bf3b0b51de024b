import type { OwnerChecklist } from "@sheaf/contracts/checklists.ts";
import { useQuery } from "@tanstack/react-query";
import { checklistQuery, useDismissChecklist } from "../../api/checklist.ts";
import { api } from "../../api/client.ts";
import { Checklist, type Step } from "../../components/checklist/checklist.tsx";

type Name = OwnerChecklist["steps"][number]["name"];

/** First steps of the owner of a new practice; nothing once they are done or dismissed. */
export function FirstSteps({ onUpload }: { onUpload: () => void }) {
  const { data } = useQuery(checklistQuery);
  const { mutate: dismiss } = useDismissChecklist(checklistQuery.queryKey, api.post);
  const words: Record<Name, Omit<Step, "name" | "done">> = {
    customer: {
      title: "Add your first customer",
      about: "Type one in, or import your list from a spreadsheet.",
      to: "/customers",
    },
    upload: {
      title: "Upload a customer’s documents",
      about: "They become one clean A4 PDF, or one for each file.",
      to: onUpload,
    },
    colleague: {
      title: "Invite a colleague",
      about: "Everybody you invite sees the same customers and jobs.",
      to: "/settings#invite",
    },
  };
  const steps = data?.steps.map((step) => ({ ...step, ...words[step.name] })) ?? [];
  return <Checklist steps={steps} onDismiss={() => dismiss()} />;
}
