import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium } from 'playwright-core';
import { render } from '../src/full.ts';
import { escapeCode } from '../src/html.ts';
import { caseContext, cases } from './cases.ts';

/** `npm run showcase -w @parley/markdown`: a page that shows every case rendered, and its picture for the README. */
async function takePicture(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-markdown-'));
  const file = join(folder, 'cases.html');
  writeFileSync(file, page());
  const browser = await chromium.launch(chromiumOptions());
  try {
    const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await tab.goto(pathToFileURL(file).href);
    await tab.screenshot({ path: fileURLToPath(new URL('../cases.png', import.meta.url)), fullPage: true });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

function page(): string {
  const katex = new URL(import.meta.resolve('katex/dist/katex.min.css')).href;
  const cards = cases.map(({ number, text }) => {
    const { html } = render(text, caseContext);
    return `<section><header><b>${number}</b><pre>${escapeCode(text)}</pre></header><article>${html}</article></section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Parley: message text</title>
<link rel="stylesheet" href="${katex}"><style>${STYLE}</style>
<h1>Message text, case by case</h1><main>${cards.join('\n')}</main><script>${DRAW_PICTURES}</script>`;
}

const STYLE = `
body { font: 14px/1.45 system-ui, 'DejaVu Sans', sans-serif; margin: 24px; color: #223; background: #f4f5f8; }
h1 { font-size: 22px; margin: 0 0 16px; }
main { columns: 4; column-gap: 14px; }
section { break-inside: avoid; background: #fff; border: 1px solid #dde0e8; border-radius: 8px; margin: 0 0 12px; overflow: hidden; }
header { display: flex; gap: 8px; background: #eef0f5; padding: 5px 9px; }
header b { color: #68c; font-size: 11px; padding-top: 2px; }
header pre { margin: 0; font: 11px/1.5 'DejaVu Sans Mono', monospace; color: #556; white-space: pre-wrap; overflow-wrap: anywhere; }
article { padding: 4px 10px; overflow-wrap: anywhere; }
article > * { margin: 5px 0; } h1, h2, h3 { line-height: 1.2; }
article p, article ul, article ol { margin-block: 5px; } ul, ol { padding-left: 22px; }
a { color: #1766c2; text-decoration: none; }
code { background: #eef0f5; border-radius: 3px; padding: 1px 4px; font: 12px 'DejaVu Sans Mono', monospace; }
.codehilite pre { background: #f2f3f8; border-radius: 5px; padding: 7px; margin: 0; } pre code { background: none; padding: 0; }
.codehilite[data-code-language]::before { content: attr(data-code-language); font-size: 10px; color: #889; }
.k { color: #a3a; } .mi { color: #b60; } .o { color: #666; } .n { color: #136; }
blockquote { border-left: 4px solid #ccd; margin: 5px 0; padding-left: 10px; color: #556; }
table { border-collapse: collapse; } td, th { border: 1px solid #ccd; padding: 3px 9px; }
.user-mention, .user-group-mention, .topic-mention { background: #dbe8fb; border-radius: 4px; padding: 0 4px; color: #14509c; }
.silent { background: #eceef2; color: #556; }
time { background: #eef0f5; border-radius: 4px; padding: 1px 6px; } time::before { content: '🕑 '; }
.tex-error { color: #b33; font-family: monospace; }
.spoiler-block { border: 1px solid #ccd; border-radius: 6px; padding: 2px 9px; } .spoiler-content { border-top: 1px dashed #ccd; }
.message_inline_image img, .inline-image, video { width: 96px; height: 54px; background: linear-gradient(135deg, #bcd, #e8d9c8); border-radius: 4px; }
img.emoji { width: 18px; height: 18px; background: #68c; border-radius: 4px; vertical-align: middle; } audio { width: 200px; height: 32px; }`;

/** Replaces emoji pictures by the characters themselves, as a client would draw them. */
const DRAW_PICTURES = `
for (const emoji of document.querySelectorAll('span.emoji')) {
  const code = /emoji-([0-9a-f-]+)/.exec(emoji.className)[1];
  emoji.textContent = String.fromCodePoint(...code.split('-').map((point) => parseInt(point, 16))) + '\\ufe0f';
}
for (const image of document.querySelectorAll('img')) image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';`;

await takePicture();
