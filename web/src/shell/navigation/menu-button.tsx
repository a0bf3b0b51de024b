import { Menu } from "lucide-react";
import type { ComponentProps } from "react";

export function MenuButton(props: ComponentProps<"button">) {
  return (
    <button aria-haspopup="menu" {...props} className="btn btn--quiet btn--icon" type="button" aria-label="Menu">
      <Menu className="i" aria-hidden />
    </button>
  );
}
