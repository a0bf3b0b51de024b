/**
 * An invoice by the semantic model of EN 16931-1. Comments give the numbers of its business terms (BT) and groups (BG).
 * Values are as in the file: a code, a date or a number that cannot be read stays a text.
 */
export interface Invoice {
  /** BT-1 */
  number: string | undefined;
  /** BT-2, as every date "2026-10-14", or as in the file. */
  issueDate: string | undefined;
  /** BT-3, a code of UNTDID 1001. */
  typeCode: string | undefined;
  /** Whether the root element is a credit note, whatever the type code says. */
  isCreditNote: boolean;
  /** BT-5, ISO 4217. */
  currency: string | undefined;
  /** BT-6 */
  vatCurrency: string | undefined;
  /** BT-7 */
  taxPointDate: string | undefined;
  /** BT-8, a code of UNTDID 2005 or 2475. */
  taxPointCode: string | undefined;
  /** BT-9 */
  dueDate: string | undefined;
  references: References;
  /** BT-20 */
  paymentTerms: string[];
  /** BG-1 */
  notes: Note[];
  /** BG-2: BT-23 and BT-24. */
  process: string | undefined;
  specification: string | undefined;
  /** BG-3 */
  preceding: { number: string | undefined; date: string | undefined }[];
  /** BG-4 */
  seller: Party | undefined;
  /** BG-7 */
  buyer: Party | undefined;
  /** BG-10 */
  payee: Party | undefined;
  /** BG-11 */
  taxRepresentative: Party | undefined;
  /** BG-13 */
  delivery: Delivery | undefined;
  /** BG-14 */
  period: Period | undefined;
  /** BG-16 */
  payments: Payment[];
  /** BT-83 */
  remittance: string[];
  /** BT-89 and BT-90 of BG-19. */
  mandate: string | undefined;
  creditorId: string | undefined;
  /** BG-20 and BG-21 */
  allowances: Allowance[];
  totals: Totals;
  /** BG-23 */
  vatBreakdown: VatGroup[];
  /** BG-24 */
  documents: SupportingDocument[];
  /** BG-25 */
  lines: Line[];
  /** Everything else in the file that has a value. */
  others: { path: string; value: string }[];
}

export interface References {
  /** BT-10 */
  buyer: string | undefined;
  /** BT-11, with the project's name where the syntax has one. */
  project: string[];
  /** BT-12 */
  contract: string | undefined;
  /** BT-13 */
  order: string | undefined;
  /** BT-14 */
  salesOrder: string | undefined;
  /** BT-15 */
  receivingAdvice: string | undefined;
  /** BT-16 */
  despatchAdvice: string | undefined;
  /** BT-17 */
  tender: string | undefined;
  /** BT-18 */
  object: Identifier | undefined;
  /** BT-19 */
  accounting: string | undefined;
}

/** BT-22 with its subject BT-21, a code of UNTDID 4451. */
export interface Note {
  subject: string | undefined;
  text: string;
}

export interface Identifier {
  value: string;
  /** A code of ISO/IEC 6523 or of another list. */
  scheme: string | undefined;
  version?: string | undefined;
}

/** BG-4, BG-7, BG-10 or BG-11; the numbers are the seller's. */
export interface Party {
  /** BT-27 */
  name: string | undefined;
  /** BT-28 */
  tradingName: string | undefined;
  /** BT-29 */
  ids: Identifier[];
  /** BT-30 */
  legalId: Identifier | undefined;
  /** BT-31 */
  vatId: string | undefined;
  /** BT-32 */
  taxId: string | undefined;
  /** BT-33 */
  legalInformation: string | undefined;
  /** BT-34 */
  electronicAddress: Identifier | undefined;
  /** BG-5 */
  address: Address | undefined;
  /** BG-6 */
  contact: Contact | undefined;
}

export interface Address {
  /** BT-35, BT-36, BT-162 */
  lines: string[];
  /** BT-37 */
  city: string | undefined;
  /** BT-38 */
  postCode: string | undefined;
  /** BT-39 */
  subdivision: string | undefined;
  /** BT-40, ISO 3166-1. */
  country: string | undefined;
}

export interface Contact {
  /** BT-41: a person, a department, or both. */
  point: string[];
  /** BT-42 */
  phone: string | undefined;
  /** BT-43 */
  email: string | undefined;
}

export interface Delivery {
  /** BT-70 */
  name: string | undefined;
  /** BT-71 */
  locations: Identifier[];
  /** BT-72 */
  date: string | undefined;
  /** BG-15 */
  address: Address | undefined;
}

export interface Period {
  start: string | undefined;
  end: string | undefined;
}

/** BG-16 without what all ways of payment share. */
export interface Payment {
  /** BT-81, a code of UNTDID 4461. */
  means: string | undefined;
  /** BT-82 */
  text: string | undefined;
  /** BG-17: BT-84, BT-85, BT-86. */
  account: string | undefined;
  accountName: string | undefined;
  bic: string | undefined;
  /** BG-18: BT-87, BT-88. */
  card: string | undefined;
  cardHolder: string | undefined;
  /** BT-91 of BG-19 */
  debitedAccount: string | undefined;
}

/** A number as in the file, with its currency if the element states one. */
export interface Amount {
  value: string;
  currency: string | undefined;
}

export interface Quantity {
  value: string;
  /** UN/ECE Recommendation 20 with 21. */
  unit: string | undefined;
}

export interface VatCategory {
  /** BT-95, BT-102, BT-118, BT-151: a code of UNTDID 5305. */
  code: string | undefined;
  /** BT-96, BT-103, BT-119, BT-152, in percent. */
  rate: string | undefined;
}

/** BG-20, BG-21, BG-27 or BG-28. */
export interface Allowance {
  isCharge: boolean;
  /** BT-92 */
  amount: Amount | undefined;
  /** BT-93 */
  base: Amount | undefined;
  /** BT-94 */
  percent: string | undefined;
  /** BT-95 and BT-96; not at lines. */
  vat: VatCategory | undefined;
  /** BT-97 */
  reason: string | undefined;
  /** BT-98: a code of UNTDID 5189 for allowances, 7161 for charges. */
  reasonCode: string | undefined;
}

/** BG-22 */
export interface Totals {
  /** BT-106 */
  lines: Amount | undefined;
  /** BT-107 */
  allowances: Amount | undefined;
  /** BT-108 */
  charges: Amount | undefined;
  /** BT-109 */
  withoutVat: Amount | undefined;
  /** BT-110 */
  vat: Amount | undefined;
  /** BT-111 */
  vatInVatCurrency: Amount | undefined;
  /** BT-112 */
  withVat: Amount | undefined;
  /** BT-113 */
  paid: Amount | undefined;
  /** BT-114 */
  rounding: Amount | undefined;
  /** BT-115 */
  due: Amount | undefined;
}

/** BG-23 */
export interface VatGroup extends VatCategory {
  /** BT-116 */
  taxable: Amount | undefined;
  /** BT-117 */
  tax: Amount | undefined;
  /** BT-120 */
  exemption: string | undefined;
  /** BT-121, a code of the VATEX list. */
  exemptionCode: string | undefined;
}

/** BG-24 */
export interface SupportingDocument {
  /** BT-122 */
  reference: string | undefined;
  /** BT-123 */
  description: string[];
  /** BT-124 */
  location: string | undefined;
  /** BT-125 */
  attachment: Attachment | undefined;
}

export interface Attachment {
  fileName: string | undefined;
  mimeType: string | undefined;
  sizeBytes: number;
}

/** BG-25 */
export interface Line {
  /** BT-126 */
  id: string | undefined;
  /** BT-127 */
  notes: string[];
  /** BT-128 */
  object: Identifier | undefined;
  /** BT-129 and BT-130 */
  quantity: Quantity | undefined;
  /** BT-131 */
  net: Amount | undefined;
  /** BT-132 */
  orderLine: string | undefined;
  /** BT-133 */
  accounting: string | undefined;
  /** BG-26 */
  period: Period | undefined;
  /** BG-27 and BG-28 */
  allowances: Allowance[];
  price: Price;
  /** BG-30 */
  vat: VatCategory | undefined;
  item: InvoiceItem;
}

/** BG-29 */
export interface Price {
  /** BT-146 */
  net: Amount | undefined;
  /** BT-147 */
  discount: Amount | undefined;
  /** BT-148 */
  gross: Amount | undefined;
  /** BT-149 and BT-150 */
  base: Quantity | undefined;
}

/** BG-31 */
export interface InvoiceItem {
  /** BT-153 */
  name: string | undefined;
  /** BT-154 */
  description: string | undefined;
  /** BT-155 */
  sellerId: string | undefined;
  /** BT-156 */
  buyerId: string | undefined;
  /** BT-157 */
  standardId: Identifier | undefined;
  /** BT-158 */
  classifications: Identifier[];
  /** BT-159 */
  origin: string | undefined;
  /** BG-32: BT-160 and BT-161. */
  attributes: { name: string | undefined; value: string | undefined }[];
}
