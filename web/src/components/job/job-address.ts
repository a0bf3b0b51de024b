import { useOpenInAddress } from "../../ui/open-in-address.ts";

/** Keeps the open job in the address as `?job=`. */
export function useJobAddress() {
  const { value: job, ...rest } = useOpenInAddress("job");
  return { job, ...rest };
}
