import { CircleAlert, CircleCheck, CircleMinus, Loader } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type Outcome, useActOnAll } from "../../api/act-on-all.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { number } from "../../ui/words.ts";
import "./bulk.css";

interface BulkDialogProps<Item> {
  /** Action and number: "Archive 12 customers". */
  title: string;
  items: Item[];
  /** Returns an item's name as people know it. */
  nameOf: (item: Item) => string;
  /** Names listed before the action starts; defaults to `nameOf` of the items. */
  names?: string[];
  /** Words for the button, for an item during and after the action, and for all items: "archived". */
  action: { label: string; doing: string; done: string; danger?: boolean };
  act: { one: (item: Item) => Promise<unknown>; refresh: () => void };
  /** Called when every item has its outcome, and the affected queries are being read again. */
  onEnd: () => void;
  onClose: () => void;
  /** What the action means for these items. */
  children: ReactNode;
}

/** Items listed by name before the action; further ones are only counted. */
const named = 5;

/** Asks for confirmation before an action on several items, and then shows each outcome. */
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const { title, items, nameOf, names = items.map(nameOf), action, act, onEnd, onClose, children } = props;
  const { outcomes, start, stop } = useActOnAll(act.one, () => {
    act.refresh();
    onEnd();
  });
  const id = useId();
  const states = [...(outcomes?.values() ?? [])];
  const running = states.some(({ state }) => state === "waiting" || state === "doing");
  const ended = outcomes !== undefined && !running;
  return (
    <Dialog title={title} describedBy={id} onClose={running ? undefined : onClose}>
      <div className="dialog__body stack" id={id}>
        {outcomes ? (
          <Outcomes outcomes={outcomes} nameOf={nameOf} action={action} states={states} />
        ) : (
          <>
            {children}
            {names.length > 0 && <Names names={names} />}
          </>
        )}
      </div>
      <div className="dialog__foot dialog__foot--end">
        {/* Separate buttons: the second click of a double click does nothing on a button that has just appeared. */}
        {running ? (
          <button key="stop" className="btn" type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button key={ended ? "done" : "cancel"} className="btn" type="button" data-first onClick={onClose}>
            {ended ? "Done" : "Cancel"}
          </button>
        )}
        {!ended && (
          <button
            className={action.danger ? "btn btn--danger" : "btn btn--primary"}
            type="button"
            disabled={running || items.length === 0}
            onClick={() => void start(items)}
          >
            {running ? `${action.doing}...` : action.label}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Lists the first five names, and how many more there are. */
export function Names({ names }: { names: string[] }) {
  return (
    <ul className="bulk__names">
      {names.slice(0, named).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and never move
        <li className="clip" key={index}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {names.length > named && <li className="mute">and {number(names.length - named)} more</li>}
    </ul>
  );
}

interface OutcomesProps<Item> extends Pick<BulkDialogProps<Item>, "nameOf" | "action"> {
  outcomes: ReadonlyMap<Item, Outcome>;
  states: Outcome[];
}

function Outcomes<Item>({ outcomes, nameOf, action, states }: OutcomesProps<Item>) {
  const of = (state: Outcome["state"]) => states.filter((one) => one.state === state).length;
  const [done, failed, stopped] = [of("done"), of("failed"), of("stopped")];
  const parts = [`${number(done)} of ${number(states.length)} ${action.done}`];
  if (failed > 0) parts.push(`${number(failed)} failed`);
  if (stopped > 0) parts.push(`${number(stopped)} left as before`);
  return (
    <>
      <p role="status">
        <b className="num">{parts.join(", ")}.</b>
      </p>
      <ul className="bulk__outcomes" aria-label="Results">
        {[...outcomes].map(([item, outcome], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move while this is open
          <li key={index}>
            <OutcomeIcon outcome={outcome} />
            <span className="grow">
              <bdi className="clip block">{nameOf(item)}</bdi>
              {outcome.state === "failed" && <span className="block sm bulk__why">{outcome.why}</span>}
            </span>
            <span className="mute sm nowrap">{wordOf(outcome, action)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function wordOf({ state }: Outcome, { doing, done }: BulkDialogProps<unknown>["action"]): string {
  if (state === "doing") return `${doing}...`;
  if (state === "done") return capital(done);
  if (state === "failed") return "Failed";
  return state === "stopped" ? "Left as before" : "Waiting";
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const icons = {
  waiting: [CircleMinus, "mute"],
  doing: [Loader, "mute"],
  done: [CircleCheck, "bulk__ok"],
  failed: [CircleAlert, "bulk__bad"],
  stopped: [CircleMinus, "mute"],
} as const;

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  const [Icon, look] = icons[outcome.state];
  return <Icon className={`i i--14 ${look}`} aria-hidden />;
}
