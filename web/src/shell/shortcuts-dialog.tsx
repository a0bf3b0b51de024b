import { Dialog } from "../ui/dialog.tsx";

/** All shortcuts, grouped by where they work. */
const groups: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: "Anywhere",
    keys: [
      [["U"], "Start an upload"],
      [["/"], "Search customers and jobs"],
      [["?"], "Show this list"],
      [["Ctrl", "V"], "Add copied files to an upload"],
      [["Esc"], "Close a dialog or an open job"],
    ],
  },
  {
    title: "Order of the files in an upload",
    keys: [
      [["Space"], "Pick up the file whose handle has the focus, and put it down"],
      [["↑", "↓"], "Move the file"],
      [["Esc"], "Put the file back where it was"],
    ],
  },
  {
    title: "Search and lists",
    keys: [
      [["↑", "↓"], "Move through the results"],
      [["Enter"], "Open the result"],
      [["Space"], "Select the entry whose checkbox has the focus"],
    ],
  },
];

/** The list of keyboard shortcuts, opened by `?`. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="dialog__body stack keys">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="label">{title}</h3>
            <dl>
              {keys.map(([pressed, does]) => (
                <div key={does}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="mute sm">U, / and ? can be turned off in Settings.</p>
      </div>
      <div className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" data-first onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
