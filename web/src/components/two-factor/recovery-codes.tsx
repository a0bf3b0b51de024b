import { Copy, Download } from "lucide-react";
import { Dialog, type Question } from "../../ui/dialog.tsx";
import { showDone, showFailure } from "../../ui/toast.tsx";
import "./two-factor.css";

/** Asked before the page is left while recovery codes are shown. */
export const aboutCodes: Question = {
  question: "Leave without the recovery codes?",
  stay: "Stay",
  leave: "Leave without them",
};

/**
 * Recovery codes, shown once. The dialog has no close button, and leaving the page asks first: closed by mistake, the
 * codes would be lost.
 */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showDone("Codes copied");
    } catch {
      showFailure("Copying failed", "The browser did not allow it. Download the codes, or write them down.");
    }
  }

  return (
    <Dialog title="Keep These Recovery Codes" unsaved asks={aboutCodes}>
      <div className="dialog__body dialog__fields">
        <p className="dim">
          Each code signs you in once if you do not have your phone. The codes are shown only now. Keep them with your
          other important papers.
        </p>
        <ol className="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="row">
          <button className="btn" type="button" onClick={() => void copy()}>
            <Copy className="i i--14" aria-hidden />
            Copy
          </button>
          <a
            className="btn"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="sheaf-recovery-codes.txt"
          >
            <Download className="i i--14" aria-hidden />
            Download
          </a>
        </div>
      </div>
      <div className="dialog__foot dialog__foot--end">
        <button className="btn btn--primary" type="button" onClick={onClose}>
          I have kept them
        </button>
      </div>
    </Dialog>
  );
}
