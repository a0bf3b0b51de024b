import { Plus } from "lucide-react";
import { number } from "../../ui/words.ts";
import { filesWaiting, useDraft, useDraftActions } from "../draft/draft-provider.tsx";

/** Starts another upload, with the files left for it, if there are any. */
export function NextUpload() {
  const { openDialog } = useDraftActions();
  const left = filesWaiting(useDraft());
  return (
    <button className="btn btn--lg" type="button" onClick={() => openDialog()}>
      <Plus className="i i--14" aria-hidden />
      {left === 0 ? "New Upload" : left === 1 ? "Upload the other file" : `Upload the other ${number(left)} files`}
    </button>
  );
}
