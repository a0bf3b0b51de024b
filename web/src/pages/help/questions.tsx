import { Plus, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useOwnPractice } from "../../api/installation.ts";
import { findHelp } from "./help-entries.ts";
import type { HelpEntry } from "./help-entry.ts";

/** Questions by group, with a search over all of them. */
export function Questions() {
  const [query, setQuery] = useState("");
  const groups = findHelp(query, useOwnPractice());
  return (
    <>
      <search className="help__find">
        <div className="affix">
          <Search className="i" aria-hidden />
          <input
            className="input"
            type="search"
            placeholder="Search the questions"
            aria-label="Search the questions"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
      </search>
      {groups.map(({ id, title, entries }) => (
        <section key={id} id={id}>
          <h2>{title}</h2>
          <div className="faq">
            {entries.map((entry) => (
              <Question key={entry.id} entry={entry} found={query.trim() !== ""} />
            ))}
          </div>
        </section>
      ))}
      {groups.length === 0 && (
        <p role="status">
          No question matches “{query.trim()}”. Try another word, or <a href="#support">ask support</a>.
        </p>
      )}
    </>
  );
}

/** Expanded when the address points at it, or a search found it. */
function Question({ entry, found }: { entry: HelpEntry; found: boolean }) {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const wanted = found || hash === `#${entry.id}`;
  useEffect(() => {
    if (details.current) details.current.open = wanted;
  }, [wanted]);
  return (
    <details id={entry.id} ref={details}>
      <summary>
        {entry.question}
        <Plus className="i" aria-hidden />
      </summary>
      <div className="help__answer">
        {entry.answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}
