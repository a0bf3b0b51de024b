import {
  CheckCheck,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Clock,
  Inbox,
  Loader,
  type LucideIcon,
  MailX,
  Replace,
  Send,
  SendHorizontal,
  TriangleAlert,
  Undo2,
} from "lucide-react";

const looks = {
  Pending: ["light--off", Clock],
  Processing: ["light--busy", Loader],
  Ready: ["light--ok", CircleCheck],
  Sent: ["light--ok", Send],
  Delivered: ["light--ok", CheckCheck],
  "Kept in outbox": ["light--busy light--still", Inbox],
  "Needs you": ["light--bad", CircleAlert],
  Failed: ["light--bad", CircleAlert],
  "Left out": ["light--off", CircleMinus],
  Unpacked: ["light--off", CircleMinus],
  "Set aside": ["light--off", CircleMinus],
  "Not sent": ["light--off", MailX],
  Cancelled: ["light--off", Undo2],
  "All right": ["light--ok", CircleCheck],
  Warning: ["light--busy light--still", TriangleAlert],
  "Not known": ["light--off", CircleHelp],
  Replaced: ["light--off", Replace],
  "Sent again": ["light--off", SendHorizontal],
} as const satisfies Record<string, readonly [string, LucideIcon]>;

export type LightWord = keyof typeof looks;

const isWord = (word: string): word is LightWord => Object.hasOwn(looks, word);

/** Always dot, word and icon: colour alone says nothing to some users. */
export function Light({ word }: { word: string }) {
  const [look, Icon] = isWord(word) ? looks[word] : looks.Pending;
  return (
    <span className={`light ${look}`}>
      {word}
      <Icon className="i" aria-hidden />
    </span>
  );
}
