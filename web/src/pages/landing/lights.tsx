import { refusals } from "@sheaf/contracts/refusal-words.ts";
import { Light } from "../../ui/light.tsx";

export function Lights() {
  return (
    <section className="sec--truth">
      <div className="wrap">
        <h2>A status you can rely on</h2>
        <p className="body">Every status is calculated from what has happened, and never set by hand.</p>
        <div className="lights">
          <div>
            <Light word="Processing" />
            <p>The files are being converted or merged, or the email is on its way.</p>
          </div>
          <div>
            <Light word="Delivered" />
            <p>Ready when the PDF is made, Sent when the email is accepted, Delivered when the inbox confirms it.</p>
          </div>
          <div>
            <Light word="Needs you" />
            <p>Names the file, the reason and what to do: “Bank March.pdf {refusals.password}”</p>
          </div>
        </div>
      </div>
    </section>
  );
}
