import { Plus } from "lucide-react";
import { NavLink } from "react-router";
import { useNewUpload } from "../upload/new-upload.ts";
import { useEntries } from "./navigation.ts";

/** The main links on a phone, with the upload in the middle. */
export function TabBar() {
  const newUpload = useNewUpload();
  const tabs = useEntries().filter(({ tab }) => tab);
  return (
    <nav className="tabbar" aria-label="Main, phone" style={{ gridTemplateColumns: `repeat(${tabs.length}, 1fr)` }}>
      {tabs.map(({ to, tab, icon }) => {
        const upload = to === "/upload";
        const Icon = upload ? Plus : icon;
        return (
          <NavLink
            key={to}
            to={to}
            className={upload ? "tabbar__up" : ""}
            onClick={(event) => {
              if (!upload) return;
              event.preventDefault();
              newUpload();
            }}
          >
            <Icon className="i i--20" aria-hidden />
            <span>{tab}</span>
          </NavLink>
        );
      })}
    </nav>
  );
}
