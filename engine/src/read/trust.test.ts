import { expect, test } from "vitest";
import { exchangedLetters } from "./testing.ts";
import type { TextLayer } from "./text-layer.ts";
import { worthOf } from "./trust.ts";

const layerOf = (text: string): TextLayer => {
  const words = text.split(/\s+/).map((word) => ({ text: word, box: [0, 0, 1, 1] as const, confidence: 100, line: 0 }));
  return { lines: [], words, characters: text.length, meaningless: 0, invisible: 0 };
};

const texts = {
  English:
    "Thank you for your order. Please find enclosed our invoice for the repair of the boiler in your office, including parts and labour. Payment is due within thirty days of the date above. Late payments are charged with interest.",
  German:
    "Sehr geehrte Damen und Herren, für die Lieferung der Gartenbänke berechnen wir Ihnen wie vereinbart folgende Beträge. Bitte überweisen Sie den Rechnungsbetrag innerhalb von dreißig Tagen auf das unten genannte Konto. Geschäftsführer und Handelsregister siehe Fußzeile.",
  French:
    "Nous vous remercions de votre commande et vous prions de trouver ci-joint la facture pour les travaux réalisés dans vos bureaux. Le règlement doit être effectué sous trente jours à compter de la date d'émission de la facture.",
  Polish:
    "Dziękujemy za złożenie zamówienia. W załączeniu przesyłamy fakturę za naprawę pieca w państwa biurze. Prosimy o zapłatę przelewem w ciągu trzydziestu dni na rachunek bankowy podany poniżej. Sprzedawca, nabywca, wartość brutto, należność.",
  Dutch:
    "Hartelijk dank voor uw bestelling. Hierbij ontvangt u onze factuur voor de uitgevoerde werkzaamheden aan de verwarmingsketel. Wij verzoeken u vriendelijk het bedrag binnen dertig dagen over te maken naar onderstaande bankrekening.",
};

test.each(Object.entries(texts))("a text in %s is believed, and not with exchanged letters", (_language, text) => {
  expect(worthOf(layerOf(text), 0)).toBe("good");
  for (const seed of [1, 2, 3, 4, 5]) {
    const garbled = [...text].map(exchangedLetters(seed)).join("");
    expect(worthOf(layerOf(garbled), 0), garbled).toBe("garbled");
  }
});

test.each([
  [
    "numbers",
    Array.from({ length: 60 }, (_, index) => `${index * 37}.${10 + index} ${index}/10/2026 -${index}`).join(" "),
  ],
  [
    "codes",
    "Part PCJ664H PCJR0505 SKU XKCD BRLK DRVR MTGS CVRX PNLS KBDX GB29NWBK60161331926819 QTYS PCSS BXDS RMKS STKD WXYZ 4711 Cover Enclosure",
  ],
  [
    "names",
    "Krzysztof Brzęczyszczykiewicz Siobhán Ó Súilleabháin Llewellyn Gwynedd Ngozi Okonkwo Srinivasan Krishnamurthy Xiang Zhang Björk Guðmundsdóttir Agnieszka Wojciechowska Nguyễn Thị Minh Khai Dafydd ap Gwilym",
  ],
  [
    "capitals",
    "INVOICE TOTAL DUE NET VAT GROSS AMOUNT PAYABLE WITHIN THIRTY DAYS TO THE ACCOUNT BELOW THANK YOU FOR YOUR CUSTOM",
  ],
  [
    "another script",
    "Счёт на оплату работ по ремонту котла в офисе заказчика согласно договору включая налог на добавленную стоимость",
  ],
])("a page of %s is believed", (_what, text) => {
  expect(worthOf(layerOf(text), 0)).toBe("good");
});

test("few words over a picture that covers half the page are a stamp, the same words beside it are not", () => {
  const stamp = layerOf("Received 14 October 2026");
  expect(worthOf(stamp, 0.6)).toBe("stamp");
  expect(worthOf(stamp, 0.3)).toBe("good");
  expect(worthOf({ ...layerOf(texts.English), invisible: 200 }, 0.6)).toBe("hidden");
});
