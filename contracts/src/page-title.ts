/** A file of its own: pages carry this without the list of all of them. */
export const landingTitle = "Sheaf: customers’ papers become clean A4 PDFs";

/** What the browser tab says: "Pricing · Sheaf". The landing page's title has the name in it. */
export const documentTitle = (title: string) => (title === landingTitle ? title : `${title} · Sheaf`);
