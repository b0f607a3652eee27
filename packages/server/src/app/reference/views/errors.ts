import { errors, errorAnswerSchema } from '@parley/contract/errors.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import { whoAnswers, type Catalogue } from '../catalogue.ts';
import { html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import { errorTable } from './error-table.ts';
import type { View } from './layout.ts';
import { jsonBlock } from './parts.ts';
import { fieldList } from './schema.ts';

/** Every error code with its meaning and a recorded response. */
export function errorsView(catalogue: Catalogue): View {
  return {
    title: 'Errors',
    href: '/api/errors',
    main: html` <h1>Errors</h1>
      <p class="lead">
        Every error is a JSON object with <code>result</code> = <code>error</code>, a <code>msg</code> for
        humans, and a <code>code</code> for programs. Programs should check the code; the message may change.
      </p>
      <p>
        An object that you may not access is reported as missing. A path called with an unsupported method
        responds with 405 and <code>allowed_methods</code>, without a code. After a 5xx response or a
        connection error the request may be retried.
      </p>
      ${errorTable('All codes', catalogue.errorCodes, '')}
      ${catalogue.errorCodes.map((code) => {
        const example = catalogue.recorded.errors[code];
        const operations = whoAnswers(catalogue, code);
        const source = catalogue.operations.find(({ endpoint }) => endpoint.id === example?.operation);
        return html`<section class="event" id="${code}">
          <h2>
            <code>${code}</code>
            <span class="status s-${String(errors[code].status).charAt(0)}">${errors[code].status}</span>
          </h2>
          <p>${prose(errors[code].doc)}</p>
          <div class="halves">
            <div>
              ${
                Object.keys(errors[code].extra).length === 0
                  ? ''
                  : html`<h3>Additional fields</h3>
                      ${fieldList(schemaOf(code), ['result', 'msg', 'code'])}`
              }
              ${
                operations.length === 0
                  ? ''
                  : html`<h3>Returned by</h3>
                      <ul class="causes">
                        ${operations.map(({ endpoint, href }) => html`<li><a href="${href}">${endpoint.summary}</a></li>`)}
                      </ul>`
              }
            </div>
            ${
              example === undefined
                ? ''
                : html`<div class="examples">
                    <p class="caption">
                      From
                      <a href="${source?.href ?? '/api/'}"
                        >${source?.endpoint.summary ?? example.operation}</a
                      >
                    </p>
                    ${jsonBlock(example.body, `Example of ${code}`)}
                  </div>`
            }
          </div>
        </section>`;
      })}`,
  };
}

function schemaOf(code: keyof typeof errors): JsonObject {
  const writer = schemaWriter('#/components/schemas/');
  writer.write(errorAnswerSchema(code), 'output');
  return writer.named()[`Error_${code}`] as JsonObject;
}
