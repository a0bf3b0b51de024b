import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { logo } from "../../../fixtures/pictures.ts";
import { openArchive } from "../detect/archive.ts";
import { startPrinting } from "../testing/printing.ts";
import { webPageConverter } from "./web-page.ts";

const run = promisify(execFile);
const printing = startPrinting();

/** Every way in which HTML and CSS name another file. @param at an address without its last part */
const references = (at: string) => `<!DOCTYPE html>
<html manifest="${at}manifest"><head><base href="${at}">
<meta http-equiv="refresh" content="0;url=${at}refresh.html">
<link rel="stylesheet" href="${at}style.css"><link rel="icon" href="${at}icon.png"><link rel="preload" href="${at}x" as="image">
<script src="${at}script.js"></script>
<style>@import url("${at}import.css"); @font-face { font-family: Remote; src: url(${at}font.woff2) }
body { background: url(${at}background.png); font-family: Remote } p::before { content: url(${at}content.png) }
li { list-style-image: url(${at}bullet.png) } div { border-image: url(${at}border.png); cursor: url(${at}cursor.cur), auto }</style>
</head><body background="${at}body.png">
<p>Visible words</p><div style="background-image:url('${at}inline.png')">Second words</div><ul><li>Listed words</li></ul>
<img src="${at}picture.png" srcset="${at}picture2.png 2x" width="50"><picture><source srcset="${at}source.png"></picture>
<iframe src="${at}page.html"></iframe><iframe srcdoc="<img src='${at}srcdoc.png' width=9>"></iframe>
<object data="${at}object.html"></object><embed src="${at}embed.html"><applet code="${at}applet"></applet>
<video src="${at}video.mp4" poster="${at}poster.png"></video><audio src="${at}audio.mp3"></audio>
<form action="${at}form"><input type="image" src="${at}button.png"><input value="typed words"></form>
<svg width="10" height="10"><image href="${at}svg.png" xlink:href="${at}svg2.png" width="10" height="10"/><use href="${at}use.svg#a"/></svg>
<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${at}data.png'/%3E%3C/svg%3E">
<table background="${at}table.png"><tr><td background="${at}cell.png">Cell words</td></tr></table>
<a href="${at}link.html" ping="${at}ping">Linked words</a><v:rect><v:fill src="${at}vml.png"></v:rect>
<frameset><frame src="${at}frame.html"></frameset></body></html>`;

async function converted(html: string) {
  const path = await printing.written("page.html", html);
  const seen = await printing.printed(webPageConverter(printing.office), path);
  const folder = join(seen.pdfPath, "..");
  const odt = (await readdir(folder)).find((name) => name.endsWith(".odt"));
  const archive = await openArchive(join(folder, odt ?? ""));
  return { ...seen, content: String(await archive.read("content.xml")), names: archive.names };
}

test("a page that names other files in every way causes no connection, also without a sandbox", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const { text, warnings, content, names } = await converted(references(at));

  for (const words of ["Visible", "Second", "Listed", "typed", "Cell", "Linked"])
    expect(text).toContain(`${words} words`);
  expect(connections).toBe(0);
  // LibreOffice is told no address but that of the link.
  expect([...content.matchAll(/http:\/\/127[^"<]*/g)].map(([one]) => one)).toEqual([`${at}link.html`]);
  expect(names.filter((name) => name.startsWith("Pictures/"))).toEqual([]);
  expect(warnings.map(({ code }) => code).sort()).toEqual(["layout-simplified", "linked-pictures-missing"]);
});

test("a page that names files of this machine in every way shows none of them", async () => {
  const dir = await mkdtemp(join(tmpdir(), "sheaf-secret-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const name of ["page.html", "object.html", "embed.html", "frame.html", "style.css", "link.html"])
    await writeFile(join(dir, name), "<p>Secret words</p>");
  for (const name of ["picture.png", "body.png", "content.png", "inline.png", "svg.png"])
    await writeFile(join(dir, name), await logo());

  for (const at of [`file://${dir}/`, `${dir}/`, `file:${dir}/`]) {
    const { text, pdfPath, content } = await converted(references(at));
    expect(text).toContain("Visible words");
    expect(text).not.toContain("Secret");
    expect(content).not.toContain(dir);
    const { stdout } = await run("pdfimages", ["-list", pdfPath]);
    expect(stdout.trim().split("\n")).toHaveLength(2); // the two lines of its heading
  }
});
