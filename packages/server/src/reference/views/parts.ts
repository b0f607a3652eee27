import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Json } from '@parley/contract/json-schema.ts';
import { highlight, type Language } from '../highlight.ts';
import { html, type Html } from '../../html/html.ts';

export const methodBadge = (method: string): Html =>
  html`<span class="method m-${method.toLowerCase()}">${method}</span>`;

/** Tells deprecated operations apart in lists. */
export function deprecationMark({ deprecated }: Pick<Endpoint, 'deprecated'>): Html | '' {
  return deprecated === true ? html` <span class="mark deprecated">deprecated</span>` : '';
}

/** Code that can be scrolled, also from the keyboard. */
export const codeBlock = (code: string, language: Language, label: string): Html =>
  html`<pre
    class="code"
    tabindex="0"
    role="region"
    aria-label="${label}"
  ><code>${highlight(code, language)}</code></pre>`;

export const jsonBlock = (value: Json, label: string): Html =>
  codeBlock(JSON.stringify(value, null, 2), 'json', label);

/** Parts of a path that stand for values are set apart. */
export const pathOf = (path: string): Html =>
  html`<code class="path"
    >/api/v1${path
      .replaceAll('*}', '}')
      .split(/(\{\w+\})/)
      .map((piece) => (piece.startsWith('{') ? html`<var>${piece}</var>` : html`${piece}`))}</code
  >`;
