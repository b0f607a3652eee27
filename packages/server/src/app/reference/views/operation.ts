import { answerSchema, errorCodesOf, idempotencyKey, type Endpoint } from '@parley/contract/endpoint.ts';
import { errors } from '@parley/contract/errors.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { isCommon, type Catalogue, type Operation } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import { whoMayCall } from '../who.ts';
import { errorTable } from './error-table.ts';
import { exampleTabs } from './example.ts';
import type { View } from './layout.ts';
import { jsonBlock, methodBadge, pathOf } from './parts.ts';
import { fieldList, inside, typeWords } from './schema.ts';
import { tryForm } from './try-form.ts';

/** One operation: who may call it, what goes in, what comes out, what happens. */
export function operationView(catalogue: Catalogue, operation: Operation): View {
  const { endpoint, href, topic } = operation;
  const { who, doc } = whoMayCall(endpoint);
  const recorded = catalogue.recorded.operations[endpoint.id];
  return {
    title: endpoint.summary,
    href,
    main: html` <p class="topic">${topic}</p>
      <h1>${endpoint.summary}</h1>
      <p class="request">${methodBadge(endpoint.method)} ${pathOf(endpoint.path)}</p>
      ${endpoint.deprecated === true ? html`<p class="note">Deprecated: it works, but something better exists.</p>` : ''}
      <p class="lead">${prose(doc)}</p>
      <dl class="facts">
        <dt>Who may call it</dt>
        <dd>${prose(who)}</dd>
        <dt>Since</dt>
        <dd>${endpoint.since === undefined ? 'before levels were noted' : `level ${endpoint.since}`}</dd>
        <dt>Operation</dt>
        <dd><code>${endpoint.id}</code></dd>
      </dl>
      ${parametersSection(endpoint)}
      <h2 id="result">Result</h2>
      ${resultSection(endpoint)} ${eventsSection(recorded?.causes ?? [])}
      <h2 id="errors">Errors</h2>
      ${errorsSection(endpoint)} ${tryForm(endpoint, recorded?.args)} ${neighbours(catalogue, operation)}`,
    ...(recorded === undefined
      ? {}
      : {
          aside: html`${exampleTabs({ endpoint, ...recorded })}
            <p class="caption">
              Answer <span class="status s-${String(recorded.status).charAt(0)}">${recorded.status}</span>
            </p>
            ${jsonBlock(recorded.body, 'Answer')}`,
        }),
  };
}

function parametersSection(endpoint: Endpoint): Html {
  const parameters = Object.entries(endpoint.parameters).toSorted(
    ([, a], [, b]) => Number(b.absence === 'error') - Number(a.absence === 'error'),
  );
  if (parameters.length === 0 && endpoint.takesFile === undefined)
    return html`<h2 id="parameters">Parameters</h2>
      <p>None.</p>`;
  return html`<h2 id="parameters">Parameters</h2>
    <p class="soft">
      ${endpoint.method === 'GET' ? 'In the query of the request.' : 'As form fields, or in the query.'}
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Parameters">
      <table class="parameters">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Travels as</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(([name, parameter]) => parameterRow(name, parameter))}${
            endpoint.takesFile !== undefined
              ? html`<tr>
                  <th scope="row"><code>file</code></th>
                  <td>a file, in a multipart form</td>
                  <td><p>The first file counts, whatever its field is called.</p></td>
                </tr>`
              : ''
          }${
            endpoint.onceByKey === true
              ? html`<tr>
                  <th scope="row"><code>${idempotencyKey.header}</code></th>
                  <td>a header</td>
                  <td><p>${prose(idempotencyKey.doc)}</p></td>
                </tr>`
              : ''
          }
        </tbody>
      </table>
    </div>`;
}

const TRAVELS = { path: 'part of the path', text: 'text', json: 'JSON', loose: 'JSON or text' } as const;

function parameterRow(name: string, parameter: Parameter): Html {
  const schema = schemaWriter('#/components/schemas/').write(parameter.schema, 'input');
  return html`<tr>
    <th scope="row">
      <code>${name}</code>${
        parameter.absence === 'error' ? html`<span class="mark required">required</span>` : ''
      }
    </th>
    <td>${TRAVELS[parameter.travel]}</td>
    <td>
      <span class="type">${typeWords(schema)}</span>${marks(parameter)}
      <p>${prose(parameter.doc)}</p>
      ${inside(schema)}
    </td>
  </tr>`;
}

function marks(parameter: Parameter): Html {
  return html`${
    parameter.absence === 'default'
      ? html` <span class="mark">default <code>${JSON.stringify(parameter.fallback)}</code></span>`
      : ''
  }${parameter.aliases.length > 0 ? html` <span class="mark">also called <code>${parameter.aliases.join(', ')}</code></span>` : ''}${
    parameter.since === undefined ? '' : html` <span class="mark">since level ${parameter.since}</span>`
  }${parameter.deprecated === true ? html` <span class="mark">deprecated</span>` : ''}`;
}

const ENVELOPE = ['result', 'msg', 'ignored_parameters_unsupported'];

function resultSection(endpoint: Endpoint): Html {
  const schema: JsonObject = schemaWriter('#/components/schemas/').write(answerSchema(endpoint), 'output');
  return Object.keys(endpoint.result).length === 0
    ? html`<p>Nothing beyond <code>result</code> and <code>msg</code>.</p>`
    : fieldList(schema, ENVELOPE);
}

function eventsSection(causes: readonly string[]): Html | '' {
  return causes.length === 0
    ? ''
    : html`<h2 id="events">Events that it causes</h2>
        <p class="chips">
          ${causes.map((kind) => {
            const [type = '', op] = kind.split('/');
            return html`<a class="chip" href="/api/events/${type}#${op ?? type}"
              ><code>${op === undefined ? type : `${type} · ${op}`}</code></a
            > `;
          })}
        </p>`;
}

function errorsSection(endpoint: Endpoint): Html {
  const codes = errorCodesOf(endpoint);
  const ordered = [
    ...codes.filter((code) => !isCommon(endpoint, code)),
    ...codes.filter((code) => isCommon(endpoint, code)),
  ];
  return errorTable(
    'Errors',
    ordered,
    '/api/errors',
    (code) =>
      `${errors[code].status}${code === 'BAD_REQUEST' && endpoint.missingIs404 === true ? ' or 404' : ''}`,
  );
}

function neighbours({ operations }: Catalogue, operation: Operation): Html {
  const place = operations.indexOf(operation);
  const before = operations[place - 1];
  const after = operations[place + 1];
  return html`<nav class="neighbours" aria-label="Neighbours">
    ${
      before === undefined
        ? html`<span></span>`
        : html`<a rel="prev" href="${before.href}">${before.endpoint.summary}</a>`
    }${after === undefined ? '' : html`<a rel="next" href="${after.href}">${after.endpoint.summary}</a>`}
  </nav>`;
}
