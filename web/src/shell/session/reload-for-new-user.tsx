import { useEffect } from "react";
import { useDraft } from "../../components/draft/draft-provider.tsx";
import { PageSpinner } from "../page/page-spinner.tsx";

/** Somebody else signed in where another's page was open: nothing of it may stay, in memory neither. */
export function ReloadForNewUser() {
  const { draft } = useDraft();
  // The draft empties itself for the new person; before that the browser would ask whether to leave it.
  const left = draft.files.length === 0;
  useEffect(() => {
    if (left) window.location.reload();
  }, [left]);
  return <PageSpinner />;
}
