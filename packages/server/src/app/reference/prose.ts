import { html, type Html } from '../../http/html/html.ts';

/** Sentences of the contract: words between backquotes are code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
