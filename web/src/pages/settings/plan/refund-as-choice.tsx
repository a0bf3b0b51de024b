import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { RefundInput, RefundPreview } from "@sheaf/contracts/refunds.ts";
import { percent, pounds } from "../../../ui/words.ts";

interface RefundAsChoiceProps {
  preview: RefundPreview;
  refundAs: RefundInput["refundAs"];
  onChange(refundAs: RefundInput["refundAs"]): void;
}

export function RefundAsChoice({ preview, refundAs, onChange }: RefundAsChoiceProps) {
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
            <input type="radio" name="refundAs" checked={refundAs === value} onChange={() => onChange(value)} />
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
