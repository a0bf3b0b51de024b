/** In a separate file so that a page's bundle does not include the list of all pages. */
export const landingTitle = "Sheaf: customers’ papers become clean A4 PDFs";

/** Returns the title of the browser tab: "Pricing · Sheaf". The landing page's title already contains the name. */
export const documentTitle = (title: string) => (title === landingTitle ? title : `${title} · Sheaf`);
