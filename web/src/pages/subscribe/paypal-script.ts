import type { Installation } from "@sheaf/contracts/installation.ts";

export type PayPalSettings = NonNullable<Installation["payPal"]>;

/** What is used of the script that PayPal serves. */
export interface PayPalButtons {
  render(place: HTMLElement): Promise<void>;
  close(): Promise<void>;
}
interface PayPalScript {
  Buttons(acts: {
    /** @returns PayPal's name of the order */
    createOrder(): Promise<string>;
    onApprove(): void;
    onCancel(): void;
    onError(error: unknown): void;
  }): PayPalButtons;
}

declare global {
  interface Window {
    paypal?: PayPalScript;
  }
}

let loading: Promise<PayPalScript> | undefined;

/** PayPal's script, once for the whole visit. Fails when something keeps it away, and may then be tried again. */
export function loadPayPal(settings: PayPalSettings): Promise<PayPalScript> {
  loading ??= insert(settings).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function insert({ clientId, scriptUrl }: PayPalSettings): Promise<PayPalScript> {
  const script = document.createElement("script");
  const query = new URLSearchParams({
    ...{ "client-id": clientId, currency: "GBP", intent: "capture", components: "buttons" },
  });
  script.src = `${scriptUrl}?${query}`;
  return new Promise((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error("PayPal's script could not be loaded"));
    };
    script.onload = () => (window.paypal ? resolve(window.paypal) : fail());
    script.onerror = fail;
    document.head.append(script);
  });
}
