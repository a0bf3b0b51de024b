import { Search } from "lucide-react";

/** The search of a list; `/` leads to it from anywhere on the page. */
export function SearchField(props: { label: string; placeholder: string; typed: string; onType(text: string): void }) {
  return (
    <div className="affix grow">
      <Search className="i" aria-hidden />
      <input
        className="input"
        type="search"
        data-search
        placeholder={props.placeholder}
        aria-label={props.label}
        value={props.typed}
        onChange={({ target }) => props.onType(target.value)}
      />
      <span className="end kbd" aria-hidden>
        /
      </span>
    </div>
  );
}
