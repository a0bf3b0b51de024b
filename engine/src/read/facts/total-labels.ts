/**
 * Labels of sums, as papers print them; readers of pictures mistake some of their letters. Patterns look at the text of
 * one cell.
 */

const total = "t[o0a]ta[l1i!]";
const due = "(?:now )?(?:due|payable|to pay|outstanding|owed|owing)";
const including = "\\(?(?:in[ce][li1]\\w*|with)(?:\\.|,)?(?: of)? ?(?:vat|gst|tax)?";

/** Labels of the total, best first. */
export const totalLabels: readonly RegExp[] = [
  new RegExp(
    [
      `\\b(?:grand|invoice|bill|receipt|order) ?${total}`,
      `${total} (?:amount |balance |sum )?(?:${due}|of (?:this )?(?:invoice|bill)|this (?:invoice|bill)|invoice|charge)`,
      `(?:amount|balance|sum) ${due}`,
      `${total} (?:sales? |amount |amt |price )?(?:${including}|\\((?:vat|gst|tax) in[ce][li1])`,
      `gross (?:${total}|amount)|${total} gross`,
      `${total} (?:sales? )?(?:amount )?(?:rounded|\\w{3,6} (?:adj|round))`,
      `(?:round(?:ed)?|net ${total} round(?:ed|ing)?) ${total}`,
      `nett? ${total} round(?:ed|ing)`,
      "please pay|to pay|net pay|due on renewal",
    ]
      .map((form) => `\\b(?:${form})(?![a-z])`)
      .join("|"),
    "i",
  ),
  new RegExp(`\\b${total}\\b(?! in[ce]ludes)`, "i"),
  new RegExp(`\\b(?:nett? ${total}|nett? ${total} amount|amount|sale)(?![a-z])`, "i"),
];

/** Labels of what was paid, which is the total where no change was given. */
export const paidLabel =
  /\b(?:card payment|credit card|debit card|card|visa|mastercard|maestro|amex|contactless|amount paid)\b/i;

/** Labels of other sums, some of which begin as those of a total. */
export const otherSum = new RegExp(
  [
    `sub[- ]?${total}`,
    `${total} (?:net|vat|tax|gst|ex\\b|excl|before|discount|saving|items?|qty|quantity|hours|deduct|payments?|paid|in\\b|out\\b|credits?|debits?|points?|weight|units?|supplies|number|no\\b|pages|disc|service|carried|brought|to date|this period|year|pay\\b|ni\\b|inc[l1]udes|bal)`,
    `${total} \\d+ ?%`,
    `${total} (?:sales? |amount )?\\(? ?(?:ex\\b|exc[l1]|before|w\\/?o|without|net of)`,
    `(?:vat|tax|gst|items?|page|running|line|goods|net) ${total}(?! ?(?:round|\\(myr|rm))`,
    `(?:vat|gst|tax)\\b(?! invoice)[^\\t]{0,30}(?:${total}|payable|amount|due)`,
    "nett? (?:amount|sales)|net of|taxable|savings?|saved|(?:opening|closing|previous|new|carried|brought|statement) balance",
    "brought forward|carried forward|last (?:bill|invoice|payment)",
  ]
    .map((form) => `\\b(?:${form})`)
    .join("|"),
  "i",
);

export const changeLabel = /\b(?:change|chg|charge amt)\b/i;
export const cashLabel = /\b(?:cash|tender(?:ed)?|received|paid|payment|credit)\b/i;
export const roundingLabel = /\bround(?:ing|ed)?\b|\badj(?:ustment)?\b/i;
export const netLabel = new RegExp(
  `\\b(?:sub[- ]?${total}|${total} net|net(?:t)?(?: ${total}| amount)?(?![a-z])|${total} (?:sales? )?\\(? ?exc[l1]\\w*|taxable amount|goods ${total}|goods(?![a-z]))`,
  "i",
);
export const taxLabel = /\b(?:vat|gst|tax)\b/i;
