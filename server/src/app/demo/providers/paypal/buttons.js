// The part of PayPal's JavaScript SDK that Sheaf uses: a button that opens the approval page in a popup window.
(() => {
  const site = new URL(document.currentScript.src).origin;
  const size = "popup,width=460,height=640";

  window.paypal = {
    Buttons: (options) => ({
      isEligible: () => true,
      async render(container) {
        const place = typeof container === "string" ? document.querySelector(container) : container;
        place.append(buttonOf(() => pay(options)));
      },
      async close() {},
    }),
  };

  function buttonOf(onClick) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Pay with PayPal (demonstration)";
    Object.assign(button.style, {
      ...{ width: "100%", minHeight: "46px", border: "0", borderRadius: "6px", cursor: "pointer" },
      ...{ background: "#ffc439", color: "#111820", font: "600 16px/1 system-ui, sans-serif" },
    });
    button.addEventListener("click", onClick);
    return button;
  }

  async function pay(options) {
    // Open the popup in the click handler itself: later, the browser would block it.
    const popup = window.open(`${site}/checkoutnow/wait`, "_blank", size);
    try {
      if (!popup) throw new Error("The browser blocked the window of PayPal");
      const orderID = await options.createOrder({ paymentSource: "paypal" });
      await approval(popup, orderID, options);
    } catch (error) {
      popup?.close();
      options.onError?.(error);
    }
  }

  async function approval(popup, orderID, options) {
    popup.location = `${site}/checkoutnow?token=${orderID}&popup=1`;
    if ((await choiceOf(popup)) === "cancelled") return options.onCancel?.({ orderID });
    const restart = () => approval(window.open(`${site}/checkoutnow/wait`, "_blank", size), orderID, options);
    return options.onApprove({ orderID, payerID: "DEMONSTRATION", paymentSource: "paypal" }, { restart });
  }

  /**
   * Waits for the payer's choice. Closing the popup without a choice counts as cancelling; a message may still arrive
   * shortly after the popup has closed.
   */
  function choiceOf(popup) {
    return new Promise((done) => {
      let closing;
      const end = (answer) => {
        clearInterval(watch);
        clearTimeout(closing);
        window.removeEventListener("message", onMessage);
        done(answer);
      };
      const onMessage = ({ source, origin, data }) => {
        if (source === popup && origin === site && data.payPal) end(data.payPal);
      };
      const watch = setInterval(() => {
        if (popup.closed) closing ??= setTimeout(() => end("cancelled"), 2_000);
      }, 400);
      window.addEventListener("message", onMessage);
    });
  }
})();
