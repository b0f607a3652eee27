import { createHash } from 'node:crypto';
import { problemAnswer, type Answer } from '../../http/answer.ts';
import type { Page } from '../../http/page.ts';
import { Problem } from '../../problem.ts';

/** Makes a page whose problems are shown to a person and not as JSON. */
export const asNotice =
  (handle: Page['handle']): Page['handle'] =>
  async (world, request) => {
    try {
      return await handle(world, request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, headers } = problemAnswer(error);
      const shown = notice(status, 'This did not work', error.message);
      return { ...shown, headers: { ...headers, ...shown.headers } };
    }
  };

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 1.0625rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 26rem; margin: 1.5rem; padding: 2rem 2.5rem; text-align: center;
  border: 1px solid color-mix(in srgb, CanvasText 18%, transparent); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; font-weight: 600; }
p { margin: 0; color: color-mix(in srgb, CanvasText 75%, transparent); }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A small page that says one thing. It may use its own style and nothing else. */
export const notice = (status: number, title: string, text: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${escape(title)}</h1><p>${escape(text)}</p></main></body>
</html>
`,
});

const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
