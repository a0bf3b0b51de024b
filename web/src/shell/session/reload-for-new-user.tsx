import { useEffect } from "react";
import { useDraft } from "../../components/draft/draft-provider.tsx";
import { PageSpinner } from "../page/page-spinner.tsx";

/** Reloads the page when another user signed in where a user's page was open: no data may stay, not even in memory. */
export function ReloadForNewUser() {
  const draft = useDraft();
  // The draft is emptied for the new user first; before that the browser would ask whether to leave the page.
  const left = draft.files.length === 0;
  useEffect(() => {
    if (left) window.location.reload();
  }, [left]);
  return <PageSpinner />;
}
