import { formats } from "@sheaf/contracts/formats.ts";

export function Formats() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Accepts the files your customers send</h2>
      </div>
      <div>
        <ul className="formats" aria-label="Accepted formats">
          {Object.entries(formats).map(([extension, { tag }]) => (
            <li key={extension} className={`tag tag--${tag.toLowerCase()}`}>
              {extension.toUpperCase()}
            </li>
          ))}
        </ul>
        <p className="body">
          Sideways photos turn upright. Hidden sheets stay hidden. Leading zeros and sort codes are kept.
        </p>
      </div>
    </section>
  );
}
