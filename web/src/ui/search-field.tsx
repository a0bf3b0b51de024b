import { Search } from "lucide-react";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  typed: string;
  onType(text: string): void;
  /** Id of the list of results controlled by the field's arrow keys, and the selected one. */
  listbox?: { id: string; active: string | undefined };
}

/** The search field of a list. */
export function SearchField({ label, placeholder, typed, onType, listbox }: SearchFieldProps) {
  return (
    <div className="affix grow">
      <Search className="i" aria-hidden />
      <input
        className="input"
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        {...(listbox && {
          "data-first": true,
          role: "combobox",
          autoComplete: "off",
          "aria-autocomplete": "list",
          "aria-expanded": listbox.active !== undefined,
          "aria-controls": listbox.id,
          "aria-activedescendant": listbox.active,
        })}
      />
    </div>
  );
}
