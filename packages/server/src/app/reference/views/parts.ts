import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Json } from '@parley/contract/json-schema.ts';
import { highlight, type Language } from '../highlight.ts';
import { html, type Html } from '../../../http/html/html.ts';

export function methodBadge(method: string): Html {
  return html`<span class="method m-${method.toLowerCase()}">${method}</span>`;
}

/** Marks deprecated operations in lists. */
export function deprecationMark({ deprecated }: Pick<Endpoint, 'deprecated'>): Html | '' {
  return deprecated === true ? html` <span class="mark deprecated">deprecated</span>` : '';
}

/** A code block that can be scrolled with the keyboard. */
export function codeBlock(code: string, language: Language, label: string): Html {
  return html`<pre
    class="code"
    tabindex="0"
    role="region"
    aria-label="${label}"
  ><code>${highlight(code, language)}</code></pre>`;
}

export function jsonBlock(value: Json, label: string): Html {
  return codeBlock(JSON.stringify(value, null, 2), 'json', label);
}

/** A path with its placeholders marked as variables. */
export function pathOf(path: string): Html {
  return html`<code class="path"
    >/api/v1${path
      .replaceAll('*}', '}')
      .split(/(\{\w+\})/)
      .map((piece) => (piece.startsWith('{') ? html`<var>${piece}</var>` : html`${piece}`))}</code
  >`;
}
