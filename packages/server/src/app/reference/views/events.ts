import { eventSchema } from '@parley/contract/event.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import { kindOf, type Catalogue, type EventType } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import type { View } from './layout.ts';
import { jsonBlock } from './parts.ts';
import { fieldList } from './schema.ts';

/** All kinds of events of one type. */
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
                    <p class="caption">As it arrives</p>
                    ${jsonBlock(example, `Example of ${kind}`)}
                  </div>`
            }
          </div>
        </section>`;
      })}`,
  };
}

/** Named schemas are written as references; the fields are behind them. */
function schemaOf(declared: Parameters<typeof eventSchema>[0]): JsonObject {
  const writer = schemaWriter('#/components/schemas/');
  const { $ref } = writer.write(eventSchema(declared), 'output') as { $ref: string };
  return writer.named()[$ref.split('/').at(-1) ?? ''] as JsonObject;
}

/** What all events have in common. */
export function eventsView({ events }: Catalogue): View {
  return {
    title: 'Events',
    href: '/api/events',
    main: html` <h1>Events</h1>
      <p class="lead">
        A client registers a queue, holds a request open on it, and hears of everything that its account may
        see: once, and in order.
      </p>
      <ol class="steps">
        <li>
          <a href="/api/register-queue">Register a queue</a>. The answer holds the state of the organization
          and <code>last_event_id</code>: both belong to the same moment.
        </li>
        <li>
          <a href="/api/get-events">Ask for events</a> behind <code>last_event_id</code>. The request waits
          until there is one, and a <code>heartbeat</code> comes when nothing happens for a while.
        </li>
        <li>
          Ask again with the highest <code>id</code> that you have processed. What you do not acknowledge is
          delivered again, also after the server was restarted.
        </li>
        <li>
          When the answer is <a href="/api/errors#BAD_EVENT_QUEUE_ID"><code>BAD_EVENT_QUEUE_ID</code></a
          >, start over.
        </li>
      </ol>
      <p>
        With <code>event_types</code> a queue hears only what it needs. Unknown types and fields are to be
        ignored: there will be more.
      </p>
      <h2>All types</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="All types">
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">What it tells</th>
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
