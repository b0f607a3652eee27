import { html, type Html } from '../html/html.ts';

/** Sentences of the contract: words between backquotes are code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
