import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { decodeText, looksLikeText } from "./encoding.ts";

/** Invoices and statements as offices write them, in the languages that each encoding was made for. */
const texts = {
  french:
    "Facture n° 2026-014\nDésignation;Quantité;Montant\nPrestation comptable — février;1;1 200,50 €\nFrais de déplacement à Besançon;2;45,00 €\nTotal à régler avant échéance : 1 245,50 €\n",
  german:
    "Rechnung Nr. 2026-014\nBezeichnung;Menge;Betrag\nBuchführung für März;1;1.200,50\nReisekosten nach München über Köln;2;45,00\nZahlbar ohne Abzug spätestens in dreißig Tagen, Größe geprüft\n",
  spanish:
    "Factura número 14\nDescripción;Importe\nContabilidad de enero, año 2026;1.200,50\nDesplazamiento a Logroño y Málaga;45,00\n¿Dudas? Llámenos mañana por teléfono\n",
  british:
    "Date,Details,Amount\n03/02/2026,Rent – February,£1,200.00\n04/02/2026,O’Neill & Sons “retainer”,£240.00\n05/02/2026,Café Nero,£4.20\n",
  polish:
    "Faktura nr 14/2026\nOpis;Ilość;Kwota\nUsługi księgowe za styczeń;1;1200,50\nDojazd do Łodzi i Gdańska;2;45,00\nProszę zapłacić w ciągu czternastu dni, dziękujemy za współpracę. Żółć, gęś, jaźń.\n",
  czech:
    "Faktura č. 14/2026\nPopis;Množství;Částka\nÚčetní služby za leden;1;1200,50\nCestovné do Plzně a Českých Budějovic;2;45,00\nProsíme o zaplacení do čtrnácti dnů, děkujeme. Příliš žluťoučký kůň úpěl ďábelské ódy.\n",
  hungarian:
    "Számla 14/2026\nMegnevezés;Mennyiség;Összeg\nKönyvelési szolgáltatás január hónapra;1;1200,50\nÚtiköltség Győrbe és Székesfehérvárra;2;45,00\nKérjük, fizessen tizennégy napon belül. Köszönjük együttműködését! Árvíztűrő tükörfúrógép.\n",
  russian:
    "Счёт № 14 от 15.01.2026\nНаименование;Количество;Сумма\nБухгалтерские услуги за январь;1;1200,50\nКомандировка в Москву;2;45,00\nПросим оплатить в течение четырнадцати дней. Спасибо за сотрудничество!\n",
  ukrainian:
    "Рахунок 14 від 15.01.2026\nНайменування;Кількість;Сума\nБухгалтерські послуги за січень;1;1200,50\nВідрядження до Києва та Львова;2;45,00\nПросимо сплатити протягом чотирнадцяти днів. Дякуємо за співпрацю!\n",
  greek:
    "Τιμολόγιο 14/2026\nΠεριγραφή;Ποσότητα;Ποσό\nΛογιστικές υπηρεσίες Ιανουαρίου;1;1200,50\nΜετακίνηση στη Θεσσαλονίκη;2;45,00\nΠαρακαλούμε εξοφλήστε εντός δεκατεσσάρων ημερών. Ευχαριστούμε για τη συνεργασία!\n",
  turkish:
    "Fatura 14/2026\nAçıklama;Miktar;Tutar\nOcak ayı muhasebe hizmeti;1;1200,50\nİstanbul ve Eskişehir yol gideri;2;45,00\nLütfen on dört gün içinde ödeyiniz. İşbirliğiniz için teşekkür ederiz, saygılarımızla.\n",
  hebrew:
    "חשבונית מס 14\nתיאור;כמות;סכום\nשירותי הנהלת חשבונות לחודש ינואר;1;1200.50\nנסיעה לתל אביב;2;45.00\nנא לשלם בתוך ארבעה עשר ימים. תודה על שיתוף הפעולה\n",
  arabic:
    "فاتورة رقم 14\nالوصف;الكمية;المبلغ\nخدمات محاسبة لشهر يناير;1;1200.50\nمصاريف سفر إلى القاهرة;2;45.00\nيرجى الدفع خلال أربعة عشر يوما وشكرا على تعاونكم\n",
  baltic:
    "Sąskaita faktūra 14\nAprašymas;Kiekis;Suma\nBuhalterinės paslaugos už sausį;1;1200,50\nKelionė į Šiaulius ir Panevėžį;2;45,00\nPrašome apmokėti per keturiolika dienų. Ačiū už bendradarbiavimą!\n",
  japanese:
    "請求書 第14号\n品名,数量,金額\n一月分の会計業務,1,1200\n名古屋への出張費,2,4500\n十四日以内にお支払いください。ありがとうございました。\n",
  simplified:
    "发票编号 14\n项目,数量,金额\n一月份会计服务,1,1200.50\n前往上海的差旅费,2,45.00\n请在十四天内付款。感谢您的合作！\n",
  traditional:
    "發票編號 14\n項目,數量,金額\n一月份會計服務,1,1200.50\n前往臺北的差旅費,2,45.00\n請在十四天內付款。感謝您的合作！\n",
  korean:
    "청구서 14호\n품목,수량,금액\n1월 회계 서비스,1,1200\n부산 출장비,2,4500\n십사일 이내에 지불해 주십시오. 협조해 주셔서 감사합니다.\n",
};

const written: [keyof typeof texts, string[]][] = [
  ["french", ["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "cp850"]],
  ["german", ["windows-1252", "iso-8859-1", "cp850", "macintosh"]],
  ["spanish", ["windows-1252", "iso-8859-1", "cp850"]],
  ["british", ["windows-1252", "macintosh"]],
  ["polish", ["windows-1250", "iso-8859-2", "cp852"]],
  ["czech", ["windows-1250", "iso-8859-2"]],
  ["hungarian", ["windows-1250", "iso-8859-2"]],
  ["russian", ["windows-1251", "koi8-r", "cp866", "iso-8859-5", "utf-16le", "utf-16be"]],
  ["ukrainian", ["windows-1251", "koi8-u"]],
  ["greek", ["windows-1253", "iso-8859-7", "utf-16le"]],
  ["turkish", ["windows-1254", "iso-8859-9"]],
  ["hebrew", ["windows-1255", "iso-8859-8"]],
  ["arabic", ["windows-1256", "iso-8859-6"]],
  ["baltic", ["windows-1257", "iso-8859-13"]],
  ["japanese", ["shift_jis", "euc-jp", "utf-16le", "utf-16be"]],
  ["simplified", ["gbk", "gb18030", "utf-16le", "utf-16be"]],
  ["traditional", ["big5"]],
  ["korean", ["euc-kr", "utf-16le"]],
];

describe.each(written)("a text in %s", (language, encodings) => {
  test.each(encodings)("written in %s is read as written", (encoding) => {
    const bytes = iconv.encode(texts[language], encoding, { addBOM: false });
    // Characters that the encoding lacks were lost when the text was encoded.
    expect(decodeText(bytes).text).toBe(iconv.decode(bytes, encoding));
    expect(looksLikeText(bytes)).toBe(true);
  });
});

/** So few letters beyond ASCII that the statistics prefer a language of another alphabet. */
test.each([
  [
    "Greek",
    "Ημερομηνία;Περιγραφή;Ποσό\n01/02/2026;Ενοίκιο γραφείου;0,00 €\n02/02/2026;Πληρωμή ΔΕΗ;99,00 €\n03/02/2026;Τιμολόγιο πελάτη;198,00 €\n",
    "windows-1253",
  ],
  [
    "Greek without an euro",
    "Ημερομηνία;Περιγραφή;Ποσό\n01/02/2026;Ενοίκιο γραφείου;0,00\n02/02/2026;Πληρωμή ΔΕΗ;99,00\n03/02/2026;Τιμολόγιο πελάτη;198,00\n",
    "iso-8859-7",
  ],
  ["Russian", "Дата;Описание;Сумма\n01.02.2026;Оплата аренды – офис;99,00 €\n", "windows-1251"],
  ["Arabic", "التاريخ,الوصف,المبلغ\n01/02/2026,دفع الإيجار,1200.50\n", "windows-1256"],
])("a short statement in %s is read as written", (_, text, encoding) => {
  const bytes = iconv.encode(text.repeat(4), encoding);
  expect(decodeText(bytes).text).toBe(text.repeat(4));
  expect(looksLikeText(bytes)).toBe(true);
});

test.each([
  ["a ledger in DOS boxes", "SALES\n╔══════════╤════════╗\n║ Smith & Co │ £120.00 ║\n╚══════════╧════════╝\n", "cp437"],
  [
    "a ledger in DOS boxes without pound signs",
    "SALES\n┌──────────┬────────┐\n│ Smith & Co │  120.00 │\n└──────────┴────────┘\n",
    "cp437",
  ],
  [
    "a Russian ledger in DOS boxes",
    "ОТЧЁТ О ПРОДАЖАХ\n╔══════════╤════════╗\n║ Наименование │ Сумма ║\n╟──────────┼────────╢\n║ Аренда │ 1200.50 ║\n╚══════════╧════════╝\n",
    "cp866",
  ],
  [
    "a short Russian bill in DOS boxes",
    "┌────────────┬──────────┐\n│ Счёт № 14 │ 1 200,50 │\n└────────────┴──────────┘\n",
    "cp866",
  ],
  ["a Polish bill in DOS boxes", "┌──────────┐\n│ Należność │\n│ Opłata za usługę │\n└──────────┘\n", "cp852"],
  ["a Danish bill in DOS boxes", "┌──────────┐\n│ Møller & Sønner │\n│ beløb │\n└──────────┘\n", "cp850"],
  ["a German bill in DOS boxes", "┌──────────┐\n│ Müller │\n│ Größe ÄÖÜ │\n└──────────┘\n", "cp437"],
  ["one Polish payment", "Data;Opis;Kwota\n01.02.2026;Opłata za usługę księgową Łódź;1 234,50 zł\n", "windows-1250"],
  [
    "a few Polish payments in ISO 8859-2",
    "Opis;Kwota\nOpłata za usługę;1 zł\nŻółć gęśla jaźń;5 zł\nŁódź świętokrzyskie;7 zł\n",
    "iso-8859-2",
  ],
  ["one accent in DOS text", "Caf\u00e9 Nero 4.20", "cp850"],
  ["one accent in Macintosh text", "Caf\u00e9 Nero 4.20", "macintosh"],
  ["one apostrophe in Macintosh text", "Daniel\u2019s Trackpad", "macintosh"],
  ["one accent in Windows text", "Caf\u00e9 Nero 4.20", "windows-1252"],
  ["a dash and quotes in Windows text", "Rent \u2013 \u201cFebruary\u201d, O\u2019Neill\u2026", "windows-1252"],
  ["an Icelandic name in Windows text", "\u00deórður Guðmundsson, Reykjavík", "windows-1252"],
])("%s is read as written", (_, text, encoding) => {
  expect(decodeText(iconv.encode(text, encoding)).text).toBe(text);
});

/** In both of their encodings, which differ in a few letters. */
test.each([
  [
    "five Croatian names",
    "Ime;Grad\nIvan Horvat;Zagreb\nAna Kovačić;Čakovec\nMarko Perić;Šibenik\nĐuro Živković;Požega\nIva Babić;Split\n",
  ],
  ["Croatian names without a háček", "Ime;Iznos\nPerić;12,00\nBabić;14,00\nĐurđević;9,00\n"],
  [
    "a Slovene bill",
    "Račun št. 14\nOpis;Količina;Znesek\nRačunovodske storitve;1;1200,50\nPotni stroški v Škofjo Loko;2;45,00\nŽelimo vam vse najboljše\n",
  ],
  [
    "a Serbian bill",
    "Račun 14\nOpis;Količina;Iznos\nKnjigovodstvene usluge za mesec maj;1;1200,50\nPut u Niš i Čačak;2;45,00\nPlaća se u roku od četrnaest dana, uključujući đubrivo\n",
  ],
  [
    "a Slovak bill",
    "Faktúra č. 14\nPopis;Množstvo;Čiastka\nÚčtovné služby za január;1;1200,50\nCesta do Košíc a Žiliny;2;45,00\nĎakujeme, zaplaťte do štrnástich dní\n",
  ],
  ["a Czech row", "Datum;Popis\n1.2.2026;Nájem kanceláře v Třebíči, říjen, Dvořák a Růžička\n"],
  ["Hungarian names", "Név;Város\nErdős Pál;Győr\nSzűcs Ödön;Gödöllő\nFűzfői Ernő;Hódmezővásárhely\n"],
])("%s is read as written in Windows-1250 and ISO 8859-2", (_, text) => {
  for (const encoding of ["windows-1250", "iso-8859-2"]) {
    expect(decodeText(iconv.encode(text, encoding))).toMatchObject({ text, sure: false });
  }
});

/** Each has bytes that are letters of other languages as well. */
test.each([
  ["a German list", "Straße;Größe\nMüllergäßchen 3;groß\nKönigstraße 8;übergroß\nFranz Škoda;mittel\n", "windows-1252"],
  ["a French list", "Père;Mère;Cœur\nFrère;Élève;Fenêtre\nReçu;Français;Août;Sûr;Première;Deuxième\n", "windows-1252"],
  ["French with no accent but one", "Première;Deuxième;Troisième\nCrème;Père;Mère;Règlement;Škoda\n", "windows-1252"],
  ["a Spanish list", "¿Dudas?;¡Sí!\nNúñez;Peña;Güell;Ibáñez;Año;Señor\n", "windows-1252"],
  ["a Portuguese list", "Simões;Camões;João;Conceição;Gonçalves\nPrestações;Avó;Órgão;Três\n", "windows-1252"],
  ["Portuguese plurals", "Prestações;Pensões;Reuniões;Opções\n", "windows-1252"],
  ["a Danish list", "Kjær;Bæk;Præst;Ærø;Sørensen;Åse\nLefèvre;Hervè\n", "windows-1252"],
  ["a Swedish list", "Åkerström;Sjöberg;Hägg;Linné;Öst\n", "windows-1252"],
  ["a Finnish list", "Žukov;Škoda;Hämäläinen;Pöyry;Šakki\n", "windows-1252"],
  ["an Icelandic list", "Guðrún;Þór;Sigurður;Ægir;Björk;Ýmir;Hæð\n", "windows-1252"],
  ["an Italian list", "Perché;Città;Più;Così;Però;È;Libertà;Virtù\n", "windows-1252"],
  ["a Welsh and Irish list", "Siân;Tŷ;Môn;Llŷn;Seán;Órla;Róisín;Bríd\n".replaceAll("ŷ", "ÿ"), "windows-1252"],
  ["English names from everywhere", "Zoë;Brontë;Müller;Núñez;Lefèvre;Škoda;Žižek;Sørensen;João;café\n", "windows-1252"],
  ["English signs", "“Rent” – ½ price, ¼ lb, ¾ oz, 5 µm, 3 µg, 2 µl, £5, €4, 3², 20°C, ©2026 Smith®\n", "windows-1252"],
  ["a Turkish list", "Yıldız;Işık;Şahin;Güneş;Çağlar;Öztürk;İnönü;Doğan\n", "windows-1254"],
  ["a Lithuanian list", "Kęstutis Šileika;Račkauskas;Žemaitė;Jonušas;Sąskaita;Įmonė;Ūkis;Čiurlionis\n", "windows-1257"],
  ["a Latvian list", "Jānis Bērziņš;Rīga\nŪdens;Ķekava;Ģirts Ļaudonis;Čakste;Žanis\n", "windows-1257"],
  ["German names in Macintosh text", "Müller;Köln;Größe;Jäger;Schröder;Süß\n", "macintosh"],
  ["Spanish names in DOS text", "Núñez;Peña;Málaga;Ibáñez;Año;Gestión\n", "cp850"],
  ["a Danish line in Macintosh text", "være;læse;træ;Kjær\n", "macintosh"],
  ["short Lithuanian names", "Kęstutis Šileika;Račkauskas\n", "windows-1257"],
])("%s is read as written, not as another language", (_, text, encoding) => {
  expect(decodeText(iconv.encode(text, encoding)).text).toBe(text);
});
