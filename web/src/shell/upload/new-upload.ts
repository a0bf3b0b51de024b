import { useNavigate } from "react-router";
import { useDraftActions } from "../../components/draft/draft-provider.tsx";
import { sayExpired, useExpired } from "../../components/plan/expired.ts";

/** New Upload, `u` and the middle of the tab bar: opens /upload with the dialog. */
export function useNewUpload() {
  const navigate = useNavigate();
  const { openDialog } = useDraftActions();
  const expired = useExpired();
  return (customerId?: string) => {
    if (expired) return sayExpired();
    openDialog(customerId);
    void navigate("/upload");
  };
}
