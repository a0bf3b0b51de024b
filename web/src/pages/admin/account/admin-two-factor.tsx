import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  adminProfileQuery,
  useConfirmAdminTwoFactor,
  useEndAdminTwoFactor,
  useStartAdminTwoFactor,
} from "../../../api/admin/account.ts";
import { SetUpTwoFactor, TurnOffTwoFactor } from "../../../components/two-factor/set-up.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { NotLoaded } from "../../../ui/not-loaded.tsx";

interface DialogProps {
  onClose: () => void;
}

/** Shows whether signing in to the portal requires a code, and the button to change that. */
export function AdminTwoFactor({ onClose }: DialogProps) {
  const profile = useQuery(adminProfileQuery);
  const { data } = profile;
  // State when the dialog opened: its last step still shows after the setting has changed.
  const [was, setWas] = useState(data?.twoFactor);
  if (data && was === undefined) setWas(data.twoFactor);
  if (was === undefined) {
    return (
      <Dialog title="Two-Factor Sign-In" onClose={onClose}>
        <NotLoaded query={profile} what="Your account" rows={1} label="Loading your account" />
      </Dialog>
    );
  }
  return was ? <TurnOff left={data?.recoveryCodesLeft} onClose={onClose} /> : <SetUp onClose={onClose} />;
}

function SetUp({ onClose }: DialogProps) {
  const [start, confirm] = [useStartAdminTwoFactor(), useConfirmAdminTwoFactor()];
  return <SetUpTwoFactor where=" to the portal" start={start} confirm={confirm} onClose={onClose} />;
}

function TurnOff({ left, onClose }: DialogProps & { left: number | undefined }) {
  return (
    <TurnOffTwoFactor where=" to the portal" recoveryCodesLeft={left} end={useEndAdminTwoFactor()} onClose={onClose} />
  );
}
