import { lazy, Suspense, useState } from "react";
import { Brand } from "../../ui/brand.tsx";
import { PhoneBell } from "../bell/bell.tsx";
import { SearchButton } from "../search/search-provider.tsx";
import { MenuButton } from "./menu-button.tsx";

const loadMenu = () => import("./phone-menu.tsx");
const PhoneMenu = lazy(async () => ({ default: (await loadMenu()).PhoneMenu }));

/** On a phone: the name, and everything that does not fit the tab bar. */
export function TopBar() {
  const [wanted, setWanted] = useState(false);
  return (
    <header className="topbar">
      <Brand />
      <span className="grow" />
      <SearchButton />
      <PhoneBell />
      {wanted ? (
        <Suspense fallback={<MenuButton aria-busy />}>
          <PhoneMenu />
        </Suspense>
      ) : (
        <MenuButton onPointerEnter={loadMenu} onFocus={loadMenu} onClick={() => setWanted(true)} />
      )}
    </header>
  );
}
