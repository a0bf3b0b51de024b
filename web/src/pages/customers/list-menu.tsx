import { Download, Ellipsis, Upload } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { exportPath } from "../../api/customers.ts";

/** What is done with the list as a whole. */
export function ListMenu({ show, onImport }: { show: "current" | "archived"; onImport: () => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn btn--icon" aria-label="Import or export">
        <Ellipsis className="i" aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Item onSelect={onImport}>
            <Upload className="i" aria-hidden />
            Import a list (CSV)
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <a href={exportPath(show)} download>
              <Download className="i" aria-hidden />
              Export {show === "archived" ? "the archived ones" : "this list"} (CSV)
            </a>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
