import { html, type Html } from '../../http/html/html.ts';

/** Renders documentation of the contract; text between backquotes becomes code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
