import type { Installation } from "@sheaf/contracts/installation.ts";

export type PayPalSettings = NonNullable<Installation["payPal"]>;

/** The part of PayPal's script that is used. */
export interface PayPalButtons {
  render(place: HTMLElement): Promise<void>;
  close(): Promise<void>;
}
interface PayPalScript {
  Buttons(acts: {
    /** @returns PayPal's id of the order */
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

/** Loads PayPal's script once per visit. Fails when the script is blocked, and can then be tried again. */
export async function loadPayPal(settings: PayPalSettings): Promise<PayPalScript> {
  if (window.paypal) return window.paypal;
  const script = document.querySelector<HTMLScriptElement>("script[data-paypal]") ?? insert(settings);
  return new Promise((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error("PayPal's script could not be loaded"));
    };
    script.addEventListener("load", () => (window.paypal ? resolve(window.paypal) : fail()));
    script.addEventListener("error", fail);
  });
}

function insert({ clientId, scriptUrl }: PayPalSettings): HTMLScriptElement {
  const script = document.createElement("script");
  const query = new URLSearchParams({
    "client-id": clientId,
    currency: "GBP",
    intent: "capture",
    components: "buttons",
  });
  script.src = `${scriptUrl}?${query}`;
  script.dataset.paypal = "";
  document.head.append(script);
  return script;
}
