/** A first look at an email address while typing; the server has the last word. */
export const emailPattern = /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/;
export const emailMessage = "An email address has a full stop after the @, as in name@firm.co.uk.";
