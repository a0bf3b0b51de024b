/** The most frequent short words of each language (ISO 639-1), chosen so that papers without sentences have some. */
const commonWords: Record<string, string> = {
  en:
    "the and of to in for is your you we please on with this are be or our from not by as at it have will has if " +
    "any total invoice date number due amount paid payment account thank no tel all receipt change cash card " +
    "balance description quantity price phone name address order subtotal tax rate hours cost other page customer " +
    "information street road terms delivery item items off was were which than been they their when need make " +
    "made about call sale mobile email website reference period hour each per unit discount charge charges pay " +
    "fee service sold goods returns store shop welcome visit registered company limited",
  de:
    "der die das und in von zu für ist ihre sie wir bitte auf mit nicht den dem des ein eine im sind oder bei " +
    "nach aus zum zur auch rechnung datum nummer betrag summe zahlung konto danke mwst gesamt gesamtbetrag netto " +
    "brutto menge preis rechnungsnummer kunde beschreibung steuer vom bis telefon straße name käufer verkäufer " +
    "seite steuernummer währung anschrift art weitere nr ust referenz uhr stück einzelpreis rechnungsbetrag " +
    "zahlbar tage lieferung bestellung kundennummer gmbh uns haben wird werden strasse ort plz inhaber herr frau " +
    "ab je zzgl inkl über kasse bon",
  fr:
    "le la les et de des du pour est votre vous nous sur avec une un dans par pas que qui au aux ou sont ce cette " +
    "facture date numéro montant paiement compte merci tva ht ttc quantité prix client désignation net adresse " +
    "téléphone rue page commande livraison taux remise total échéance règlement référence société tél sans sous " +
    "entre dont fournisseur unitaire siret caisse ticket carte",
  pl:
    "i w na z do nie się jest dla od oraz po za ze przez to lub faktura data numer kwota suma razem płatność " +
    "konto nip netto brutto vat ilość cena sprzedawca nabywca termin zapłaty wartość sprzedaży zł adres ulica ul " +
    "tel strona zamówienie dostawa stawka rabat telefon mb szt usługa usługi podatku podatek nabywcy sprzedawcy " +
    "miejsce wystawienia",
  nl:
    "de het een en van in voor is uw u wij op met niet te zijn aan bij dat die naar om ook factuur datum nummer " +
    "bedrag totaal betaling rekening btw aantal prijs klant omschrijving subtotaal factuurnummer incl excl adres " +
    "straat telefoon pagina bestelling levering korting tel per stuk stuks kvk naam geachte heer mevrouw onder " +
    "binnen dagen bedrijf contant pin",
  es:
    "el la los las de y en por para es su usted con una un del al no que se o son esta factura fecha número " +
    "importe total pago cuenta gracias iva cantidad precio cliente descripción base imponible dirección calle " +
    "teléfono página pedido entrega descuento tel nif cif nombre unidad unidades vencimiento empresa sin sobre " +
    "más",
  it:
    "il lo la gli le di e in per è un una del della dei con non che si da al sono o questa fattura data numero " +
    "importo totale pagamento conto grazie iva quantità prezzo cliente descrizione imponibile indirizzo via " +
    "telefono pagina ordine consegna sconto tel partita codice fiscale nome unità scadenza azienda sul nel alla " +
    "dal",
  pt:
    "o a os as de e em para por é um uma do da dos das com não que se no na ou são esta fatura data número valor " +
    "total pagamento conta obrigado iva quantidade preço cliente descrição endereço rua telefone página encomenda " +
    "entrega desconto tel nif nome unidade vencimento empresa sem sobre mais",
  sv: "och i att det som en på är av för med till den har inte om ett eller från faktura datum nummer belopp summa betalning konto tack moms antal pris kund beskrivning att betala",
  da: "og i at det som en på er af for med til den har ikke om et eller fra faktura dato nummer beløb total betaling konto tak moms antal pris kunde beskrivelse",
  ro: "și în de la cu pe nu este pentru din un o sau sunt factura data număr suma total plată cont mulțumim tva cantitate preț client",
};

/** Words by language, in lower case; a word of several languages counts for each of them. */
const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonWords))
  for (const word of new Set(words.split(" "))) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** Letters that hardly occur in other languages, apart from names. */
const ownLetters: Record<string, RegExp> = {
  de: /ß/u,
  pl: /[łąęśźżćń]/u,
  es: /[ñ¿¡]/u,
  pt: /[ãõ]/u,
  da: /[æø]/u,
  ro: /[șțăş]/u,
};
const letterScore = 0.5;
const mostLetterScore = 2;

/** A word that is repeated, like "de" in a list of names, tells no more than this often. */
const mostOfOneWord = 3;
/** The language must reach this score, and this many times the score of the next. */
const leastScore = 4;
const leastLead = 1.5;

/**
 * Recognises the language of most words by its common words.
 * @returns ISO 639-1; null when the words do not tell
 */
export function languageOf(words: readonly { text: string }[]): string | null {
  const counts = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const { text } of words) {
    const word = text
      .slice(0, 20)
      .toLowerCase()
      .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    for (const [language, letters] of Object.entries(ownLetters))
      if (letters.test(word))
        scores.set(language, Math.min(mostLetterScore, (scores.get(language) ?? 0) + letterScore));
    if (languagesOf.has(word)) counts.set(word, Math.min(mostOfOneWord, (counts.get(word) ?? 0) + 1));
  }
  for (const [word, count] of counts) {
    const languages = languagesOf.get(word) ?? [];
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + count / languages.length);
  }
  const [best, next] = [...scores].sort(([, a], [, b]) => b - a);
  if (!best || best[1] < leastScore || best[1] < leastLead * (next?.[1] ?? 0)) return null;
  return best[0];
}
