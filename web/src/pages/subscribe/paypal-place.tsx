import { type ComponentProps, lazy, Suspense } from "react";
import { Spinner } from "../../ui/states.tsx";

const Panel = lazy(async () => ({ default: (await import("./paypal-panel.tsx")).PayPalPanel }));

/** PayPal's button waits for PayPal anyway, so the page shows without what asks for it. */
export function PayPalPanel(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense fallback={<Spinner label="Loading PayPal" />}>
      <Panel {...props} />
    </Suspense>
  );
}
