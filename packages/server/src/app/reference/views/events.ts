import { eventSchema } from '@parley/contract/event.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import { kindOf, type Catalogue, type EventType } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import type { View } from './layout.ts';
import { jsonBlock } from './parts.ts';
import { fieldList } from './schema.ts';

/** The page of one event type. */
export function eventView(catalogue: Catalogue, { type, href, kinds }: EventType): View {
  const caused = (kind: string) =>
    catalogue.operations.filter(({ endpoint }) =>
      catalogue.recorded.operations[endpoint.id]?.causes.includes(kind),
    );
  return {
    title: `Event ${type}`,
    href,
    main: html` <p class="topic">Events</p>
      <h1><code>${type}</code></h1>
      ${kinds.map((declared) => {
        const kind = kindOf(declared);
        const example = catalogue.recorded.events[kind];
        const causes = caused(kind);
        return html`<section class="event" id="${declared.op ?? type}">
          ${declared.op === null ? '' : html`<h2><code>op</code> = <code>${declared.op}</code></h2>`}
          <p class="lead">
            ${prose(declared.doc)}${declared.since === undefined ? '' : html` <span class="mark">since level ${declared.since}</span>`}
          </p>
          <div class="halves">
            <div>
              ${declared.op === null ? html`<h2>Fields</h2>` : html`<h3>Fields</h3>`}
              ${fieldList(schemaOf(declared))}
              ${
                causes.length === 0
                  ? ''
                  : html`${declared.op === null ? html`<h2>Caused by</h2>` : html`<h3>Caused by</h3>`}
                      <ul class="causes">
                        ${causes.map(({ endpoint, href: target }) => html`<li><a href="${target}">${endpoint.summary}</a></li>`)}
                      </ul>`
              }
            </div>
            ${
              example === undefined
                ? ''
                : html`<div class="examples">
                    <p class="caption">Example</p>
                    ${jsonBlock(example, `Example of ${kind}`)}
                  </div>`
            }
          </div>
        </section>`;
      })}`,
  };
}

/** Resolves the reference that the writer produces for a named schema. */
function schemaOf(declared: Parameters<typeof eventSchema>[0]): JsonObject {
  const writer = schemaWriter('#/components/schemas/');
  const { $ref } = writer.write(eventSchema(declared), 'output') as { $ref: string };
  return writer.named()[$ref.split('/').at(-1) ?? ''] as JsonObject;
}

/** The page about event delivery, with the list of all types. */
export function eventsView({ events }: Catalogue): View {
  return {
    title: 'Events',
    href: '/api/events',
    main: html` <h1>Events</h1>
      <p class="lead">
        A client registers a queue, keeps a request open on it, and receives every event that is visible to
        its user, once and in order.
      </p>
      <ol class="steps">
        <li>
          <a href="/api/register-queue">Register a queue</a>. The response contains the state of the
          organization and the <code>last_event_id</code> that belongs to this state.
        </li>
        <li>
          <a href="/api/get-events">Get the events</a> after <code>last_event_id</code>. The request waits
          until there is one; after a while without events it returns a <code>heartbeat</code>.
        </li>
        <li>
          Repeat the request with the highest <code>id</code> that you have processed. Events that are not
          acknowledged in this way are delivered again, even after a restart of the server.
        </li>
        <li>
          If the response is <a href="/api/errors#BAD_EVENT_QUEUE_ID"><code>BAD_EVENT_QUEUE_ID</code></a
          >, start over.
        </li>
      </ol>
      <p>
        With <code>event_types</code> a queue receives only the listed types. Clients must ignore unknown
        types and fields, because new ones are added over time.
      </p>
      <h2>All types</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="All types">
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${events.map(row)}
          </tbody>
        </table>
      </div>`,
  };
}

function row({ type, href, kinds }: EventType): Html {
  return html`<tr>
    <th scope="row">
      <a href="${href}"><code>${type}</code></a>
    </th>
    <td>
      ${kinds.map(({ op, doc }) => html`<p>${op === null ? '' : html`<code>${op}</code> `}${prose(doc)}</p>`)}
    </td>
  </tr>`;
}
