import { Dialog } from "./dialog.tsx";
import { useFloating } from "./floating.ts";
import { useLeaveGuard } from "./leave-guard.ts";
import { count } from "./words.ts";

interface UnsavedBarProps {
  /** Labels of the unsaved fields. */
  names: string[];
  saving: boolean;
  /** Id of the form that Save submits. */
  formId: string;
  onReset(): void;
}

/** Shown while something is unsaved: names it, resets or saves it, and asks before it would be lost. */
export function UnsavedBar(props: UnsavedBarProps) {
  const guard = useLeaveGuard(props.names.length > 0);
  if (props.names.length === 0) return null;
  return <Bar {...props} {...guard} />;
}

function Bar({
  names,
  saving,
  formId,
  onReset,
  asked,
  leave,
  stay,
}: UnsavedBarProps & ReturnType<typeof useLeaveGuard>) {
  useFloating("bar");
  const all = names.join(", ");
  return (
    <section className="unsaved" aria-label="Unsaved changes">
      <div className="unsaved__in">
        <span className="light light--busy unsaved__d">{count(names.length, "unsaved change")}</span>
        <span className="mute sm clip" title={all}>
          {all}
        </span>
        <span className="grow" />
        <button className="btn" type="button" onClick={onReset} disabled={saving}>
          Reset
        </button>
        <button className="btn btn--primary" type="submit" form={formId} disabled={saving}>
          {saving ? "Saving..." : "Save Changes"}
        </button>
      </div>
      {asked && (
        <Dialog title="Leave without saving?" onClose={stay}>
          <div className="dialog__body stack">
            <p>
              {count(names.length, "change")} would be lost: {all}.
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
