const digitsOf = (text: string) => [...text].map(Number);

const weighted = (text: string, weights: readonly number[]) =>
  weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);

/** Luhn's formula over all digits, the last of which is the check digit. */
function isLuhn(text: string): boolean {
  const total = digitsOf(text)
    .toReversed()
    .reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((2 * digit) % 10)), 0);
  return total % 10 === 0;
}

/** Remainder of division by 97; letters count as in an IBAN: A is 10, Z is 35. Takes one character at a time. */
export function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

interface Scheme {
  form: RegExp;
  /** @param number without its country */
  check(number: string): boolean;
}

/** Forms and check digits of VAT numbers; countries with weak or complicated ones are left out. */
const schemes: Record<string, Scheme> = {
  GB: {
    form: /^(?:\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/,
    check: (number) => {
      if (!/^\d/.test(number)) return true;
      const total = weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
      return !number.startsWith("0000000") && (total % 97 === 0 || (total + 55) % 97 === 0);
    },
  },
  DE: {
    form: /^[1-9]\d{8}$/,
    check: (number) => {
      let product = 10;
      for (const digit of digitsOf(number.slice(0, 8))) {
        const sum = (digit + product) % 10 || 10;
        product = (2 * sum) % 11;
      }
      return (11 - product) % 10 === Number(number[8]);
    },
  },
  AT: {
    form: /^U\d{8}$/,
    check: (number) => {
      const digits = digitsOf(number.slice(1, 8));
      const total = digits.reduce(
        (sum, digit, index) => sum + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((2 * digit) % 10)),
        4,
      );
      return (10 - (total % 10)) % 10 === Number(number[8]);
    },
  },
  BE: { form: /^[01]\d{9}$/, check: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)) },
  DK: { form: /^[1-9]\d{7}$/, check: (number) => weighted(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  FI: {
    form: /^\d{8}$/,
    check: (number) => {
      const rest = weighted(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
      return number !== "00000000" && (rest === 0 ? 0 : 11 - rest) === Number(number[7]);
    },
  },
  FR: {
    form: /^\d{11}$/,
    check: (number) => (12 + 3 * (Number(number.slice(2)) % 97)) % 97 === Number(number.slice(0, 2)),
  },
  IT: { form: /^\d{11}$/, check: (number) => !number.startsWith("0000000") && isLuhn(number) },
  LU: { form: /^[1-9]\d{7}$/, check: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  PL: {
    form: /^[1-9]\d{9}$/,
    check: (number) => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number[9]),
  },
  PT: {
    form: /^[1-9]\d{8}$/,
    check: (number) => {
      const check = 11 - (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
      return (check > 9 ? 0 : check) === Number(number[8]);
    },
  },
  SE: { form: /^[1-9]\d{9}01$/, check: (number) => isLuhn(number.slice(0, 10)) },
  NL: {
    form: /^\d{9}B\d\d$/,
    check: (number) =>
      (!number.startsWith("00000000") && weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(number[8])) ||
      remainderOf97(`NL${number}`) === 1,
  },
  IE: {
    form: /^\d{7}[A-W][A-I]?$/,
    check: (number) => {
      const second = number[8] ? number.charCodeAt(8) - 64 : 0;
      return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7];
    },
  },
};

/** @param value in capitals without separators: "GB123456782" */
export function isVatNumber(value: string): boolean {
  const country = value.slice(0, 2);
  const scheme = schemes[country === "XI" ? "GB" : country];
  const number = value.slice(2);
  return scheme ? scheme.form.test(number) && scheme.check(number) : false;
}
