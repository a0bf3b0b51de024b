import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { RefundInput, RefundPreview } from "@sheaf/contracts/refunds.ts";
import { percent, pounds } from "../../../ui/words.ts";

interface WantsChoiceProps {
  preview: RefundPreview;
  wants: RefundInput["wants"];
  onChange(wants: RefundInput["wants"]): void;
}

export function WantsChoice({ preview, wants, onChange }: WantsChoiceProps) {
  const options = [
    {
      value: "money",
      label: `${pounds(preview.refundPence)} back`,
      more:
        preview.outcome === "full" ? "Sent back the way you paid." : "An administrator decides; it may be declined.",
    },
    {
      value: "credit",
      label: `Credit of ${pounds(preview.creditPence)}`,
      more: `${percent(refundTerms.creditWorth)} of the refund, for your next payments.`,
    },
  ] as const;
  return (
    <fieldset className="stack">
      <legend className="sr">What you would like</legend>
      {options.map(({ value, label, more }) => (
        <label className="choice" key={value}>
          <span className="check">
            <input type="radio" name="wants" checked={wants === value} onChange={() => onChange(value)} />
          </span>
          <span>
            <b className="num">{label}</b>
            <span className="mute sm choice__more">{more}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
