/** Checks an email address while typing; the server validates again. */
export const emailPattern = /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/;
export const emailMessage = "Enter a complete email address, such as name@firm.co.uk.";
