import { useExpired } from "../../components/plan/expired.ts";
import { RenewBar } from "../../components/plan/renew-bar.tsx";

/** For members whose subscription has ended. A part of its own: visitors never need it. */
export function Ended() {
  return useExpired() ? <RenewBar /> : null;
}
