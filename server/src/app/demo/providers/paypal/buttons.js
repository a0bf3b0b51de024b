// What PayPal's own script does for a shop, as far as Sheaf uses it: a button that opens the approval in a window of its own.
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

  function buttonOf(pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Pay with PayPal (demonstration)";
    Object.assign(button.style, {
      ...{ width: "100%", minHeight: "46px", border: "0", borderRadius: "6px", cursor: "pointer" },
      ...{ background: "#ffc439", color: "#111820", font: "600 16px/1 system-ui, sans-serif" },
    });
    button.addEventListener("click", pressed);
    return button;
  }

  async function pay(options) {
    // Opened by the press itself: later a browser would take it for an advertisement.
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
    if ((await said(popup)) === "cancelled") return options.onCancel?.({ orderID });
    const restart = () => approval(window.open(`${site}/checkoutnow/wait`, "_blank", size), orderID, options);
    return options.onApprove({ orderID, payerID: "DEMONSTRATION", paymentSource: "paypal" }, { restart });
  }

  /** A window that is closed without a word is a payer who changed their mind; a last word may arrive after it is gone. */
  function said(popup) {
    return new Promise((done) => {
      let closing;
      const end = (answer) => {
        clearInterval(watch);
        clearTimeout(closing);
        window.removeEventListener("message", hear);
        done(answer);
      };
      const hear = ({ source, origin, data }) => {
        if (source === popup && origin === site && data.payPal) end(data.payPal);
      };
      const watch = setInterval(() => {
        if (popup.closed) closing ??= setTimeout(() => end("cancelled"), 2_000);
      }, 400);
      window.addEventListener("message", hear);
    });
  }
})();
