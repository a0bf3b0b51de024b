import { Dialog } from "../../ui/dialog.tsx";
import { useFloating } from "../../ui/floating.ts";
import { useLeaveGuard } from "../../ui/leave-guard.ts";
import { count } from "../../ui/words.ts";
import { labels } from "./draft.ts";
import { formId } from "./rows.tsx";
import type { DraftState } from "./use-draft.ts";

/** There while something is unsaved: names it, takes it back or saves it, and asks before it would be lost. */
export function UnsavedBar({ state }: { state: DraftState }) {
  const guard = useLeaveGuard(state.changed.length > 0);
  if (state.changed.length === 0) return null;
  return <Bar state={state} {...guard} />;
}

function Bar({ state, asked, leave, stay }: { state: DraftState } & ReturnType<typeof useLeaveGuard>) {
  useFloating("bar");
  const names = state.changed.map((field) => labels[field]).join(", ");
  return (
    <section className="unsaved" aria-label="Unsaved changes">
      <div className="unsaved__in">
        <span className="light light--busy unsaved__d">{count(state.changed.length, "unsaved change")}</span>
        <span className="mute sm clip" title={names}>
          {names}
        </span>
        <span className="grow" />
        <button className="btn" type="button" onClick={state.reset} disabled={state.saving}>
          Reset
        </button>
        <button className="btn btn--primary" type="submit" form={formId} disabled={state.saving}>
          {state.saving ? "Saving..." : "Save Changes"}
        </button>
      </div>
      {asked && (
        <Dialog title="Leave without saving?" onClose={stay}>
          <div className="dialog__body stack">
            <p>
              {count(state.changed.length, "change")} would be lost: {names}.
            </p>
          </div>
          <div className="dialog__foot dialog__foot--end">
            <button className="btn" type="button" onClick={leave}>
              Leave
            </button>
            <button className="btn btn--primary" type="button" data-first onClick={stay}>
              Stay
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
