import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { html, type Html } from '../../../http/html/html.ts';

/** A form that calls the operation, unless only services do. It needs the script, which removes `hidden`. */
export function tryForm(endpoint: Endpoint, example: JsonObject = {}): Html | '' {
  if (endpoint.takesPayload === true) return '';
  return html` <details class="try" hidden>
    <summary>Try it here</summary>
    <form data-method="${endpoint.method}" data-path="${endpoint.path}">
      <p>
        ${
          endpoint.method === 'GET'
            ? 'The request is sent to this server with your credentials.'
            : 'The request is sent to this server with your credentials and changes real data.'
        }
        Empty parameters are not sent.
      </p>
      ${
        endpoint.auth !== 'basic'
          ? ''
          : html`<div class="pair">
              <label>E-mail address<input name=":email" type="email" autocomplete="off" /></label>
              <label>API key<input name=":key" type="password" autocomplete="off" /></label>
            </div> `
      }${Object.entries(endpoint.parameters).map(([name, parameter]) => {
        const value = example[name];
        const shown = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
        const isRequired = parameter.absence === 'error';
        return html`<label
          ><span
            ><code>${name}</code>${isRequired ? html` <span class="mark required">required</span>` : ''}</span
          ><input
            name="${name}"
            data-travel="${parameter.travel}"
            placeholder="${shown}"
            ${isRequired ? REQUIRED : ''}
            autocomplete="off"
            spellcheck="false"
        /></label> `;
      })}${endpoint.takesFile !== undefined ? html`<label><span>A file</span><input name=":file" type="file" /></label>` : ''}
      <p><button type="submit">Send</button> <span class="status" role="status"></span></p>
      <pre
        class="code"
        tabindex="0"
        role="region"
        aria-label="Response to your request"
        hidden
      ><code></code></pre>
    </form>
  </details>`;
}

const REQUIRED = html` required`;
