import { answerSchema, errorCodesOf, idempotencyKey, type Endpoint } from '@parley/contract/endpoint.ts';
import { errors } from '@parley/contract/errors.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { keepsLimits, scopeOf, scopes } from '@parley/contract/scopes.ts';
import { isCommon, type Catalogue, type Operation } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import { whoMayCall } from '../callers.ts';
import { errorTable } from './error-table.ts';
import { exampleTabs } from './example.ts';
import type { View } from './layout.ts';
import { jsonBlock, methodBadge, pathOf } from './parts.ts';
import { fieldList, inside, typeWords } from './schema.ts';
import { tryForm } from './try-form.ts';

/** The page of an operation. */
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
      ${endpoint.deprecated === true ? html`<p class="note">Deprecated: still supported, but there is a better operation.</p>` : ''}
      <p class="lead">${prose(doc)}</p>
      <dl class="facts">
        <dt>Who may call it</dt>
        <dd>${prose(who)}</dd>
        ${endpoint.auth === 'basic' ? scopeFact(endpoint) : ''}
        <dt>Since</dt>
        <dd>
          ${endpoint.since === undefined ? 'before feature levels were recorded' : `level ${endpoint.since}`}
        </dd>
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
              Response <span class="status s-${String(recorded.status).charAt(0)}">${recorded.status}</span>
            </p>
            ${jsonBlock(recorded.body, 'Response')}`,
        }),
  };
}

function scopeFact(endpoint: Endpoint): Html {
  const scope = scopeOf(endpoint);
  const limits = keepsLimits(endpoint) ? ', also with limits' : ', not with limits';
  return html`<dt>Scope of a grant</dt>
    <dd>
      ${scope === null ? 'none: no grant may call it' : html`<code>${scope}</code> (${scopes[scope].title}${limits})`}
    </dd>`;
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
      ${
        endpoint.method === 'GET' || endpoint.takesPayload === true
          ? 'In the query of the request.'
          : 'As form fields, or in the query.'
      }
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Parameters">
      <table class="parameters">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Encoding</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(([name, parameter]) => parameterRow(name, parameter))}${
            endpoint.takesFile !== undefined
              ? html`<tr>
                  <th scope="row"><code>file</code></th>
                  <td>a file, in a multipart form</td>
                  <td><p>The first file is used, whatever the name of its form field.</p></td>
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
      <span class="type">${typeWords(schema)}</span>${badges(parameter)}
      <p>${prose(parameter.doc)}</p>
      ${inside(schema)}
    </td>
  </tr>`;
}

function badges(parameter: Parameter): Html {
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
    : html`<h2 id="events">Events caused</h2>
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
  const index = operations.indexOf(operation);
  const previous = operations[index - 1];
  const next = operations[index + 1];
  return html`<nav class="neighbours" aria-label="Neighbours">
    ${
      previous === undefined
        ? html`<span></span>`
        : html`<a rel="prev" href="${previous.href}">${previous.endpoint.summary}</a>`
    }${next === undefined ? '' : html`<a rel="next" href="${next.href}">${next.endpoint.summary}</a>`}
  </nav>`;
}
