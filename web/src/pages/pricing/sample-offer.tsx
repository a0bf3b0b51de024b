import { Link } from "react-router";
import { useSample } from "../../api/sample.ts";

/** Offers the sample to a signed-in practice that has not paid yet. */
export function SampleOffer() {
  const { data: sample } = useSample();
  if (!sample || sample.state === "removed") return null;
  return (
    <section className="current card" aria-label="Try Sheaf first">
      <div className="grow">
        <b>Not sure yet? Try it with our papers</b>
        <p className="dim">Ten invented papers become one PDF in front of you. It is free and sends no email.</p>
      </div>
      <Link className="btn" to="/sample">
        {sample.state === "made" ? "See the sample" : "Try it with our papers"}
      </Link>
    </section>
  );
}
