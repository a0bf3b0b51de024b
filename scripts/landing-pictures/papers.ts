/** A client's papers of one month, invented, as HTML: Chromium prints or photographs them. */

const style = `
  * { box-sizing: border-box; margin: 0; }
  body { font: 11px/1.5 "Liberation Sans", Arial, sans-serif; color: #2b2924; padding: 44px 46px; }
  header { display: flex; justify-content: space-between; margin-bottom: 34px; }
  h1 { font-size: 21px; line-height: 1.2; }
  small { color: #6b675c; font-size: 10px; }
  .r { text-align: right; }
  table { width: 100%; border-collapse: collapse; margin-top: 22px; }
  th { text-align: left; font-weight: 400; color: #6b675c; border-bottom: 1px solid #2b2924; padding: 5px 0; }
  td { border-bottom: 1px solid #e4dfd3; padding: 5.5px 0; }
  th.r, td.r { text-align: right; font-variant-numeric: tabular-nums; }
  .sum td { border-bottom: 3px double #2b2924; font-weight: 700; }`;

const pounds = (pence: number) => (pence / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 });

type Entry = [day: number, what: string, pence: number];

/** Below zero: paid out. */
const entries: Entry[] = [
  [1, "Northgate Timber", -116_420],
  [2, "Fernside Vets, boiler service", 18_600],
  [5, "Fuel, Harrogate Road", -7_148],
  [6, "Mrs D Ellison, bathroom", 142_000],
  [7, "Tool hire, Otley", -8_640],
  [9, "J Marsh, subcontractor", -96_000],
  [12, "Kestrel Inn, radiators", 231_550],
  [13, "Van insurance", -6_812],
  [14, "Fuel, Skipton Road", -8_206],
  [16, "Pipe Centre 40771", -64_318],
  [19, "Parish hall, heating", 389_000],
  [20, "HMRC, VAT", -204_177],
  [22, "Northgate Timber", -31_290],
  [23, "Mr P Osei, leak", 9_600],
  [26, "Phone and broadband", -5_400],
  [27, "J Marsh, subcontractor", -84_000],
  [28, "School Lane, cylinder", 174_225],
  [29, "Fuel, Harrogate Road", -7_733],
  [30, "Wages, R Clough", -212_400],
  [31, "Account fee", -650],
];

const opening = 1_240_816;

function statementRows(): string {
  let balance = opening;
  return entries
    .map(([day, what, pence]) => {
      balance += pence;
      const paid = pounds(Math.abs(pence));
      const [out, into] = pence < 0 ? [paid, ""] : ["", paid];
      return `<tr><td>${day} Oct</td><td>${what}</td><td class="r">${out}</td><td class="r">${into}</td><td class="r">${pounds(balance)}</td></tr>`;
    })
    .join("");
}

const closing = entries.reduce((sum, [, , pence]) => sum + pence, opening);

export const statement = `<style>${style}</style>
  <header><div><h1 style="color:#234f7a">Calder &amp; Aire Bank</h1><small>Business current account</small></div>
  <div class="r"><b>Statement 118</b><br><small>1 to 31 October 2026</small></div></header>
  <header><div><b>Brightwater Plumbing Ltd</b><br>Unit 4, Kirkgate Works<br>Otley LS21 3AA</div>
  <div class="r">Sort code <b>20-41-08</b><br>Account <b>63318204</b><br>Sheet <b>1 of 1</b></div></header>
  <table><tr><th>Date</th><th>Details</th><th class="r">Out</th><th class="r">In</th><th class="r">Balance</th></tr>
  <tr><td>1 Oct</td><td>Balance brought forward</td><td></td><td></td><td class="r">${pounds(opening)}</td></tr>
  ${statementRows()}
  <tr class="sum"><td></td><td>Closing balance</td><td></td><td></td><td class="r">${pounds(closing)}</td></tr></table>`;

export const invoice = `<style>${style}</style>
  <header><div><h1 style="color:#8a4310">Northgate Timber</h1><small>Mill Yard, Ilkley LS29 8PB</small></div>
  <div class="r"><b>Invoice 88214</b><br><small>1 October 2026</small></div></header>
  <p><b>Brightwater Plumbing Ltd</b><br>Unit 4, Kirkgate Works<br>Otley LS21 3AA</p>
  <table><tr><th>Item</th><th class="r">Quantity</th><th class="r">Price</th><th class="r">Total</th></tr>
  <tr><td>Plywood 18 mm, 2440 × 1220</td><td class="r">12</td><td class="r">38.50</td><td class="r">462.00</td></tr>
  <tr><td>CLS timber 63 × 38</td><td class="r">60</td><td class="r">4.20</td><td class="r">252.00</td></tr>
  <tr><td>Pipe boxing, oak veneer</td><td class="r">16</td><td class="r">14.75</td><td class="r">236.00</td></tr>
  <tr><td>Delivery</td><td class="r">1</td><td class="r">20.17</td><td class="r">20.17</td></tr>
  <tr><td>VAT 20 %</td><td></td><td></td><td class="r">194.03</td></tr>
  <tr class="sum"><td>To pay within 30 days</td><td></td><td></td><td class="r">1,164.20</td></tr></table>`;

export const receipt = `<style>${style}
  body { width: 420px; padding: 34px 38px; font: 17px/1.6 "Liberation Mono", monospace; text-align: center; background: #f4f1ea; }
  table { text-align: left; } td { border: 0; padding: 2px 0; }</style>
  <h1>ROADSIDE FUEL</h1><p>Skipton Road, Harrogate<br>14/10/2026 07:52</p>
  <table><tr><td>Diesel 56.21 L</td><td class="r">82.06</td></tr><tr><td>of which VAT</td><td class="r">13.68</td></tr>
  <tr class="sum"><td>TOTAL</td><td class="r">£82.06</td></tr></table><p><br>Pump 4 · card ending 1180<br>Thank you</p>`;
