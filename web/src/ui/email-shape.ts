/** A first look at an email address while typing; the server has the last word. */
export const emailPattern = /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/;
export const emailMessage = "Enter a complete email address, such as name@firm.co.uk.";
