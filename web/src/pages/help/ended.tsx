import { useExpired } from "../../components/plan/expired.ts";
import { RenewBar } from "../../components/plan/renew-bar.tsx";

/** Shown to members whose subscription has ended. A separate module, because visitors never need it. */
export function Ended() {
  return useExpired() ? <RenewBar /> : null;
}
