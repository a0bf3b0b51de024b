import { lazy, Suspense, useState } from "react";
import { Opening } from "../../ui/opening.tsx";
import { BellButton } from "./bell-button.tsx";

const loadBubble = () => import("./bell-bubble.tsx");
const BellBubble = lazy(async () => ({ default: (await loadBubble()).BellBubble }));
const loadSheet = () => import("./bell-sheet.tsx");
const BellSheet = lazy(async () => ({ default: (await loadSheet()).BellSheet }));

/** A popover beside the bell on a wide screen. */
export function Bell() {
  const [wanted, setWanted] = useState(false);
  if (!wanted) return <BellButton onPointerEnter={loadBubble} onFocus={loadBubble} onClick={() => setWanted(true)} />;
  return (
    <Suspense fallback={<BellButton aria-busy />}>
      <BellBubble />
    </Suspense>
  );
}

/** On a phone: a sheet at the bottom. */
export function PhoneBell() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <BellButton onPointerEnter={loadSheet} onFocus={loadSheet} onClick={() => setOpen(true)} />
      <Suspense fallback={<Opening />}>{open && <BellSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
