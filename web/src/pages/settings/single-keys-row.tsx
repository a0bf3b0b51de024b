import { keepSingleKeys, useSingleKeys } from "../../ui/single-keys.ts";
import { Row } from "./rows.tsx";

const id = "single-keys";

/** Takes effect at once and on this device only, like the keyboard that it is about. */
export function SingleKeysRow() {
  const on = useSingleKeys();
  return (
    <Row
      label="Single-key shortcuts"
      hint="/ searches, U starts an upload and ? lists the keys. Takes effect at once."
      htmlFor={id}
    >
      <input
        className="switch"
        type="checkbox"
        role="switch"
        id={id}
        aria-describedby={`${id}-hint`}
        aria-checked={on}
        checked={on}
        onChange={({ target }) => keepSingleKeys(target.checked)}
      />
    </Row>
  );
}
