import { type ComponentProps, lazy, Suspense } from "react";
import { Spinner } from "../../ui/states.tsx";

const Panel = lazy(async () => ({ default: (await import("./paypal-panel.tsx")).PayPalPanel }));

/** Loads the panel lazily: PayPal's button has to be waited for anyway, and the page shows without it. */
export function PayPalPanel(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense fallback={<Spinner label="Loading PayPal" />}>
      <Panel {...props} />
    </Suspense>
  );
}
