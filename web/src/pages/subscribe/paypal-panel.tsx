import type { Order } from "@sheaf/contracts/orders.ts";
import { ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Callout } from "../../ui/callout.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { loadPayPal, type PayPalButtons, type PayPalSettings } from "./paypal-script.ts";

interface PayPalPanelProps {
  payPal: PayPalSettings;
  /** Creates the order. */
  create(): Promise<Order>;
  /** Called when the payer has approved the order at PayPal; the money is not captured yet. */
  onApproved(order: Order): void;
}

const left = "You left PayPal before paying. No money was taken.";
const failed = "PayPal could not continue, and no money was taken. Try again, or pay by bank transfer.";

/** PayPal's own button, and a link to PayPal's own page for browsers that block its script or its window. */
export function PayPalPanel({ payPal, create, onApproved }: PayPalPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState<string>();
  const [blocked, setBlocked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // PayPal's button is created once; its callbacks must call the latest functions.
  const acts = useRef({ create, onApproved });
  acts.current = { create, onApproved };

  useEffect(() => {
    let gone = false;
    let buttons: PayPalButtons | undefined;
    let order: Order | undefined;
    loadPayPal(payPal)
      .then(async (script) => {
        if (gone || !place.current) return;
        buttons = script.Buttons({
          async createOrder() {
            setTrouble(undefined);
            order = await acts.current.create().catch((error: unknown) => {
              setTrouble(sentenceOf(error));
              throw error;
            });
            return order.payPalOrderId;
          },
          onApprove: () => order && acts.current.onApproved(order),
          onCancel: () => setTrouble(left),
          // A refusal by Sheaf has been shown already.
          onError: () => setTrouble((said) => said ?? failed),
        });
        await buttons.render(place.current);
      })
      .catch(() => !gone && setBlocked(true));
    return () => {
      gone = true;
      void buttons?.close().catch(() => undefined);
    };
  }, [payPal]);

  async function goToPayPal() {
    setTrouble(undefined);
    setLeaving(true);
    try {
      const { approveUrl } = await create();
      if (approveUrl) window.open(approveUrl, "_self");
      else setTrouble(failed);
    } catch (error) {
      setTrouble(sentenceOf(error));
    } finally {
      setLeaving(false);
    }
  }

  return (
    <div className="paypal">
      {trouble && (
        <Callout kind="bad" role="alert">
          {trouble}
        </Callout>
      )}
      {blocked && <p className="dim">This browser blocks PayPal’s button. Pay on PayPal’s own page instead.</p>}
      <div className="paypal__place" ref={place} hidden={blocked} />
      <button
        className={blocked ? "btn btn--primary btn--lg" : "link sm paypal__there"}
        type="button"
        disabled={leaving}
        onClick={() => void goToPayPal()}
      >
        <ExternalLink className="i i--14" aria-hidden />
        {leaving ? "Going to PayPal..." : blocked ? "Pay at PayPal" : "Pay on PayPal’s own page instead"}
      </button>
      {payPal.demo && <p className="mute sm">Demonstration: this PayPal is simulated, and no money is taken.</p>}
    </div>
  );
}
