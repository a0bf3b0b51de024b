import { acceptAttribute } from "@sheaf/contracts/formats.ts";
import type { InputHTMLAttributes, Ref } from "react";

interface FilePickerProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "capture" | "multiple"> {
  /** A visible button clicks the input. */
  ref: Ref<HTMLInputElement>;
  label: string;
  onPick: (files: File[]) => void;
}

/** The browser's file chooser, by default for files that can be converted. */
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
        // Allows choosing the same file again after it was removed or corrected.
        target.value = "";
      }}
    />
  );
}
