import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

const wordsOf = (text: string) => text.split(/\s+/).map((word) => ({ text: word }));

test.each([
  ["en", "Thank you for your order. Please find the invoice with this letter; the total amount is due on 14 October."],
  ["en", "Description Quantity Price Total Subtotal VAT Amount due Invoice number 4711 Invoice date Payment terms"],
  [
    "de",
    "Rechnung Nr. 4711 Datum 14.10.2026 Menge Preis Gesamtbetrag netto zzgl. MwSt Bitte zahlen Sie auf unser Konto",
  ],
  ["fr", "Facture n° 4711 Désignation Quantité Prix Montant HT TVA Total TTC Merci de votre commande pour le paiement"],
  [
    "pl",
    "Faktura VAT numer 4711 Sprzedawca Nabywca NIP Ilość Cena Wartość netto Kwota do zapłaty razem termin płatności",
  ],
  [
    "nl",
    "Factuurnummer 4711 Omschrijving Aantal Prijs Totaal incl BTW Wij verzoeken u het bedrag op onze rekening te storten",
  ],
  [
    "es",
    "Factura número 4711 Descripción Cantidad Precio Importe Base imponible IVA Total de la cuenta gracias por su pago",
  ],
  [
    "it",
    "Fattura numero 4711 Descrizione Quantità Prezzo Imponibile IVA Totale importo del pagamento grazie per il cliente",
  ],
  ["pt", "Fatura número 4711 Descrição Quantidade Preço IVA Total a pagar obrigado pelo pagamento da conta do cliente"],
])("the language of a paper is recognised: %s", (language, text) => {
  expect(languageOf(wordsOf(text))).toBe(language);
});

test.each([
  ["too few words", "Screwfix 14.10.2026 48.20"],
  ["names alone", "de la Cruz, van der Berg, de Vries, del Monte"],
  ["numbers alone", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"],
  ["two languages as much", "the invoice for you and your account und die Rechnung für Sie und Ihre Zahlung"],
  ["nothing", ""],
])("no language is claimed for %s", (_, text) => {
  expect(languageOf(wordsOf(text))).toBeNull();
});
