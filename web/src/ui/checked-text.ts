import { useState } from "react";

/** The text of a field and the error below it, which disappears as soon as the text changes. */
export function useCheckedText(initial = "") {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();
  function onChange({ target }: { target: { value: string } }) {
    setText(target.value);
    setError(undefined);
  }
  return { text, setError, field: { value: text, error, onChange } };
}
