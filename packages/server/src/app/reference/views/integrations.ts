import { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { urlOptionsOf } from '../../../chat/incoming-webhooks/integration.ts';
import { html, type Html } from '../../../http/html/html.ts';
import type { Catalogue } from '../catalogue.ts';
import type { IntegrationEntry, SampleMessage } from '../integrations.ts';
import { prose } from '../prose.ts';
import type { View } from './layout.ts';

/** The list of all integrations, with a message of each. */
export function integrationsView({ integrations }: Catalogue): View {
  return {
    title: 'Integrations',
    href: '/api/integrations',
    main: html` <h1>Integrations</h1>
      <p class="lead">
        ${integrations.length} services can post messages without a program in between: create an incoming
        webhook bot, and paste an address with its API key into the service.
      </p>
      <div class="gallery">
        ${integrations.map(
          (entry) =>
            html`<section>
              <h2><a href="${entry.href}">${entry.integration.displayName}</a></h2>
              ${messageCard(entry, entry.messages[0])}
            </section> `,
        )}
      </div>`,
  };
}

/** The page of an integration. */
export function integrationView(entry: IntegrationEntry): View {
  const { integration, href, address, messages } = entry;
  const { displayName, about, setup, events } = integration;
  return {
    title: displayName,
    href,
    main: html` <p class="topic">Integrations</p>
      <h1>${displayName}</h1>
      <p class="lead">${prose(about)}</p>
      <h2 id="address">Address</h2>
      <p>
        <a href="/api/create-bot">Create a bot</a> of type 2, an incoming webhook. Put its API key and the
        name of a channel into this address:
      </p>
      <pre
        class="code"
        tabindex="0"
        role="region"
        aria-label="Address"
      ><code class="origin">${address}</code></pre>
      <p>${prose(setup)}</p>
      <h2 id="parameters">Parameters</h2>
      <p>
        Parameters are part of the address, and percent-encoded there. Errors are those of
        <a href="/api/${sendWebhookPayload.id}">the operation</a>.
      </p>
      ${parameterList(entry)}
      <h2 id="events">Events</h2>
      ${
        events === null
          ? html`<p>The service names no types of events, so every request is posted.</p>`
          : html`<p class="chips">
              ${events.map((event) => html`<span class="chip"><code>${event}</code></span> `)}
            </p>`
      }
      <h2 id="messages">Messages</h2>
      <div class="samples">${messages.map((message) => messageCard(entry, message))}</div>`,
  };
}

/** Parameters of every integration; filters need event types. */
const COMMON = ['stream', 'topic'] as const;
const FILTERS = ['only_events', 'exclude_events'] as const;

function parameterList({ integration }: IntegrationEntry): Html {
  const filters = integration.events === null ? [] : FILTERS;
  const names = [...COMMON, ...filters, ...urlOptionsOf(integration).map(({ key }) => key)];
  return html`<ul class="fields">
    ${names.map(
      (name) =>
        html`<li>
          <code class="name">${name}</code>
          <p>
            ${prose(sendWebhookPayload.parameters[name].doc.replace(/^(?:Git hosts|GitHub|GitLab|Alertmanager): (\w)/, (_all, first: string) => first.toUpperCase()))}
          </p>
        </li> `,
    )}
  </ul>`;
}

/** A message as a client shows it. */
function messageCard(
  { integration: { displayName } }: IntegrationEntry,
  message: SampleMessage | undefined,
): Html {
  if (message === undefined) return html``;
  return html`<figure class="message">
    <figcaption>
      <span class="channel"># channel</span> ${message.topic === '' ? 'general chat' : message.topic}
    </figcaption>
    <div class="sender">
      <span class="avatar" aria-hidden="true">${displayName.charAt(0)}</span><b>${displayName}</b
      ><span class="bot">bot</span>
    </div>
    <div class="content">${message.body}</div>
  </figure> `;
}
