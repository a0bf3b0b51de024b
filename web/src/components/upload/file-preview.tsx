import { formatOf, isPlainText } from "@sheaf/contracts/formats.ts";
import { Popover } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { isPhone } from "../../ui/floating.ts";

type Kind = "image" | "pdf" | "text";

/** Returns how this browser can show a file before it is sent; undefined: not at all. */
function kindOf(name: string): Kind | undefined {
  const kind = formatOf(name)?.kind;
  if (kind === "pdf" || kind === "image") return kind;
  return kind && isPlainText(kind) ? "text" : undefined;
}

/** Length of a text that fits the preview. */
const textBytes = 4_096;

/**
 * A file's name that opens a preview where the browser has one: a picture, a PDF's first page, the beginning of a text.
 */
export function FilePreview({ file, children }: { file: File; children: ReactNode }) {
  const kind = kindOf(file.name);
  if (!kind || file.size === 0) return <span className="file__name">{children}</span>;
  return (
    <Popover.Root>
      <Popover.Trigger className="file__name file__name--more" aria-label={`Preview ${file.name}`}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="peek"
          side={isPhone() ? "bottom" : "right"}
          sideOffset={8}
          collisionPadding={16}
          aria-label={file.name}
        >
          <Content kind={kind} file={file} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A thumbnail beside the file's name; nothing for a picture format that the browser does not support. */
export function FileThumb({ file }: { file: File }) {
  const picture = kindOf(file.name) === "image";
  const address = useAddress(file, picture);
  const [broken, setBroken] = useState(false);
  if (!picture || broken || !address) return null;
  return <img className="file__thumb" src={address} alt="" decoding="async" onError={() => setBroken(true)} />;
}

function Content({ kind, file }: { kind: Kind; file: File }) {
  const address = useAddress(file, kind !== "text");
  const [broken, setBroken] = useState(false);
  if (kind === "text") return <TextStart file={file} />;
  if (broken)
    return <p className="mute sm">This browser cannot preview this type of picture. Sheaf can still convert it.</p>;
  if (!address) return null;
  return kind === "pdf" ? (
    <iframe
      title={`First page of ${file.name}`}
      src={`${address}#pagemode=none&page=1&view=Fit&toolbar=0&navpanes=0`}
    />
  ) : (
    <img src={address} alt={file.name} onError={() => setBroken(true)} />
  );
}

function TextStart({ file }: { file: File }) {
  const [text, setText] = useState("");
  useEffect(() => {
    let shown = true;
    void file
      .slice(0, textBytes)
      .text()
      .then((read) => shown && setText(read));
    return () => {
      shown = false;
    };
  }, [file]);
  return <pre>{text}</pre>;
}

/** Returns an object URL of the file while the component is mounted. */
function useAddress(file: File, wanted: boolean): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!wanted || typeof URL.createObjectURL !== "function") return;
    // The type is taken from the accepted file name, never from what the file claims to be.
    const type = file.name.toLowerCase().endsWith(".pdf") ? "application/pdf" : file.type;
    const made = URL.createObjectURL(file.type === type ? file : file.slice(0, file.size, type));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, wanted]);
  return address;
}
