import { acceptAttribute } from "@sheaf/contracts/formats.ts";
import type { InputHTMLAttributes, Ref } from "react";

interface FilePickerProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "capture" | "multiple"> {
  /** A button that is seen presses it. */
  ref: Ref<HTMLInputElement>;
  label: string;
  onPick: (files: File[]) => void;
}

/** The browser's own way to choose files, those that can be converted when nothing else is said. */
export function FilePicker({ label, accept = acceptAttribute, onPick, ...input }: FilePickerProps) {
  return (
    <input
      {...input}
      className="hidden"
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      onChange={({ target }) => {
        onPick([...(target.files ?? [])]);
        // The same file can be chosen again after it was removed or mended.
        target.value = "";
      }}
    />
  );
}
