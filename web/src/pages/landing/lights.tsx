import { refusals } from "@sheaf/contracts/refusal-words.ts";
import { Light } from "../../ui/light.tsx";

export function Lights() {
  return (
    <section className="sec--truth">
      <div className="wrap">
        <h2>A light that tells the truth</h2>
        <p className="body">
          A status is worked out from what happened, never set by hand. Reload the page and it says the same.
        </p>
        <div className="lights">
          <div>
            <Light word="Processing" />
            <p>Something is still to do: converting, merging, or on its way.</p>
          </div>
          <div>
            <Light word="Delivered" />
            <p>
              Ready once made, Sent once accepted for delivery, Delivered once the inbox confirms it. Three words,
              because they are three things.
            </p>
          </div>
          <div>
            <Light word="Needs you" />
            <p>Names the file, the reason and the way out: “Bank March.pdf {refusals.password}”</p>
          </div>
        </div>
      </div>
    </section>
  );
}
