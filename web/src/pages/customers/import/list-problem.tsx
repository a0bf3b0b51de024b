import { CircleAlert } from "lucide-react";

/** Why the file that was chosen last is not taken. */
export function ListProblem({ problem }: { problem: string }) {
  return (
    <div className="callout callout--bad" role="alert">
      <CircleAlert className="i" aria-hidden />
      <p>{problem}</p>
    </div>
  );
}
