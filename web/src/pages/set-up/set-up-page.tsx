import type { ProblemCode } from "@sheaf/contracts/problems.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { setUpFactsQuery, setUpQuery } from "../../api/set-up.ts";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { LoadError } from "../../ui/states.tsx";
import { CodeForm } from "./code-form.tsx";
import { useSetUpCode } from "./set-up-code.ts";
import { SetUpEnded } from "./set-up-ended.tsx";
import { SetUpFrame } from "./set-up-frame.tsx";

/** Loaded while the code is checked. */
const SetUpForm = lazyComponent(async () => (await import("./set-up-form.tsx")).SetUpForm);

const isOf = (code: ProblemCode, error: Error | null) => error instanceof ApiError && error.code === code;

/** The first page of a new installation: a user with the code sets it up. */
export function SetUpPage() {
  const [code, setCode] = useSetUpCode();
  useEffect(() => void SetUpForm.load(), []);
  const [isTyped, setTyped] = useState(false);
  const state = useQuery(setUpQuery);
  const facts = useQuery(setUpFactsQuery(code));
  const ended = () => void state.refetch();

  if (state.data?.open === false || isOf("set-up-ended", facts.error)) {
    return <SetUpEnded signInAt={state.data?.signInAt ?? "/auth"} />;
  }
  if (facts.data) return <SetUpForm code={code} facts={facts.data} onEnded={ended} />;
  if (state.isPending || (facts.isFetching && !isTyped)) return <PageSpinner />;
  const refused = isOf("set-up-code-wrong", facts.error) || isOf("too-many-attempts", facts.error);
  const error = state.error ?? (refused ? null : facts.error);
  if (error) return <Unreachable error={error} retry={() => void (state.error ? state : facts).refetch()} />;
  return (
    <CodeForm
      error={facts.error}
      pending={facts.isFetching}
      onCode={(typed) => {
        setTyped(true);
        if (typed === code) void facts.refetch();
        else setCode(typed);
      }}
    />
  );
}

function Unreachable({ error, retry }: { error: Error; retry(): void }) {
  return (
    <SetUpFrame heading="Set up Sheaf" lead="This installation is new.">
      <div className="card">
        <LoadError what="Set-up" error={error} retry={retry} />
      </div>
    </SetUpFrame>
  );
}
