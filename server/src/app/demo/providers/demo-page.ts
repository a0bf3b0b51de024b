import { escapeHtml } from "../../../platform/escape-html.ts";

/**
 * Renders a page of the demonstration's own providers, with a line that marks it as a demonstration.
 * @param body in HTML
 */
export function demoPage(page: { title: string; label: string; style: string; body: string }): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} (demonstration)</title>
<style>
  .label { margin: 0; padding: 10px 16px; text-align: center; font-weight: 600; background: #7a3e00; color: #fff; }
${page.style}
</style>
</head>
<body>
<p class="label">Demonstration: ${page.label}</p>
<main>${page.body}</main>
</body>
</html>`;
}
