import { ChevronDown, type LucideIcon, X } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";

interface FilterChipProps {
  icon: LucideIcon;
  /** The chosen value, or the filter's name. */
  label: string;
  /** Removes the chosen value; undefined while none is chosen. */
  onClear?: (() => void) | undefined;
  clearLabel: string;
  children: (close: () => void) => ReactNode;
}

/** A filter that shows its value, and opens to be changed. */
export function FilterChip({ icon: Icon, label, onClear, clearLabel, children }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={onClear ? "chip is-on" : "chip"}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className="btn btn--sm btn--quiet">
          <Icon className="i i--14" aria-hidden />
          <span className="clip">{label}</span>
          {!onClear && <ChevronDown className="i i--14" aria-hidden />}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="pop" align="end" sideOffset={4} collisionPadding={12} aria-label={label}>
            {children(() => setOpen(false))}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {onClear && (
        <button className="btn btn--sm btn--quiet btn--icon" type="button" aria-label={clearLabel} onClick={onClear}>
          <X className="i i--14" aria-hidden />
        </button>
      )}
    </span>
  );
}
