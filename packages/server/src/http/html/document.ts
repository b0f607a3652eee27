import { createHash } from 'node:crypto';
import type { Words } from '@parley/contract/words/words.ts';
import type { HttpResponse } from '../response.ts';
import { html, type Html } from './html.ts';

const STYLE = `
:root { color-scheme: light dark; --accent: light-dark(oklch(0.5 0.085 195), oklch(0.76 0.1 195));
  --on-accent: light-dark(oklch(0.99 0.005 195), oklch(0.18 0.03 195));
  --quiet: light-dark(oklch(0.48 0.02 260), oklch(0.72 0.015 260));
  --line: light-dark(oklch(0.62 0.02 85), oklch(0.56 0.02 260));
  --ground: light-dark(oklch(0.975 0.006 85), oklch(0.2 0.012 260)); --sheet: var(--ground);
  --link: light-dark(oklch(0.47 0.1 240), oklch(0.78 0.1 235));
  --ink: light-dark(oklch(0.25 0.02 260), oklch(0.93 0.008 85));
  --problem: light-dark(#a31621, #ffb3ae); --problem-ground: light-dark(#fdeceb, #3b2022); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  font: 1.0625rem/1.5 system-ui, sans-serif; background: var(--ground); color: var(--ink); }
main { width: 100%; max-width: 25rem; padding: 2rem 0; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; color: var(--quiet); overflow-wrap: anywhere; }
main > :last-child { margin-bottom: 0; }
.problem { padding: 0.75rem 1rem; border-radius: 0.5rem; color: var(--problem); background: var(--problem-ground); }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input { width: 100%; padding: 0.625rem 0.75rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 0.5rem; }
input[readonly] { color: var(--quiet); border-style: dashed; }
.hint { margin: 0.25rem 0 0; font-size: 0.9375rem; }
button { width: 100%; margin-top: 1.5rem; padding: 0.75rem; font: inherit; font-weight: 650; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: 0.5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--link); }
@media (max-width: 30rem) { body { padding: 0; place-items: start stretch; background: var(--sheet); }
  main { max-width: none; padding: 1.5rem 1.25rem; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * A self-contained HTML page: inline style, no script but this one, no external resources; forms may post to this server
 * only, and so may the script.
 */
export function htmlDocument(
  { locale }: Words,
  status: number,
  title: string,
  content: Html,
  script?: string,
): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${scriptPolicy(script)}form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    },
    body: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${html`<title>${title}</title>`.text}
<style>${STYLE}</style>
</head>
<body><main>
${content.text}
</main>${script === undefined ? '' : `<script>${script}</script>`}</body>
</html>
`,
  };
}

function scriptPolicy(script: string | undefined): string {
  if (script === undefined) return '';
  const hash = createHash('sha256').update(script).digest('base64');
  return `script-src 'sha256-${hash}'; connect-src 'self'; `;
}

export type PageText = { readonly title: string; readonly text: string };

/** A page with a title, one paragraph and the way back to the log-in page. */
export function deadEndPage(words: Words, status: number, { title, text }: PageText): HttpResponse {
  return htmlDocument(
    words,
    status,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">${words.t('Back to log-in')}</a></p>`,
  );
}

/** A page with a title and one paragraph. */
export function noticePage(words: Words, status: number, { title, text }: PageText): HttpResponse {
  return htmlDocument(
    words,
    status,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
}
