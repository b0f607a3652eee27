import type { Endpoint } from '@parley/contract/endpoint.ts';
import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Exchange } from '../recorded.ts';
import { exampleTabs } from './example.ts';
import { html, type Html } from '../../../http/html/html.ts';
import type { View } from './layout.ts';
import { jsonBlock, methodBadge } from './parts.ts';

/** The start page: conventions of the API and the list of all operations. */
export function startView({ topics, operations, events, recorded }: Catalogue): View {
  const first = operations.find(({ endpoint }) => endpoint.id === 'send-message');
  const example = recorded.operations['send-message'];
  return {
    title: 'Reference',
    href: '/api/',
    main: html` <h1>The API of this server</h1>
      <p class="lead">
        ${operations.length} operations and ${events.length} types of events: programs can do everything that
        users can do.
      </p>
      <h2 id="requests">Requests</h2>
      <p>
        All paths are below <code class="origin">https://chat.example.org/api/v1</code>. Parameters are sent
        in the query of a GET request and as form fields of other requests. A parameter with the encoding
        <em>text</em> is sent as it is; one with the encoding <em>JSON</em> is sent as JSON, for example
        <code>members=[9,12]</code>. Unknown parameters are ignored and listed in the response.
      </p>
      <h2 id="answers">Responses</h2>
      <p>
        Every response is a JSON object. A success has status 200, <code>result</code> =
        <code>success</code> and an empty <code>msg</code>; a failure has another status,
        <code>result</code> = <code>error</code>, a <code>msg</code> for humans and a <code>code</code> for
        programs: <a href="/api/errors">all codes</a>. Clients should expect further fields.
      </p>
      <h2 id="credentials">Credentials</h2>
      <p>
        HTTP Basic: the e-mail address of a human user or bot, and its API key. A human user gets a key
        <a href="/api/fetch-api-key">for a password</a>; a bot gets one when it is
        <a href="/api/create-bot">created</a>. A program with limited rights has the token of a
        <a href="/api/create-grant">grant</a> instead of the key, or alone as
        <code>Authorization: Bearer</code>; each operation names the <em>scope</em> that the grant needs. Too
        many requests are answered with
        <a href="/api/errors#RATE_LIMIT_HIT"><code>RATE_LIMIT_HIT</code></a> and the seconds to wait. Services
        that call a webhook have the API key of a bot in the address:
        <a href="/api/integrations">integrations</a>.
      </p>
      <h2 id="following">Events</h2>
      <p>Register a queue and keep a request open on it: <a href="/api/events">how events arrive</a>.</p>
      <h2 id="levels">Feature levels</h2>
      <p>
        The server reports a <em>feature level</em>, currently ${FEATURE_LEVEL}. The reference shows in which
        level an operation, parameter or field was added. Servers of the same API with at least that level
        behave the same, so existing clients and bots work unchanged.
      </p>
      <h2 id="examples">About the examples</h2>
      <p>
        Every example was run against a real server and is shown with its response; only times and secrets
        were replaced. TypeScript uses the SDK of this server. Python uses the library
        <code>requests</code>; with the package <code>zulip</code> the same call is
        <code>client.call_endpoint(url, method, request)</code>, which encodes JSON for you. For other
        languages, generate a client from <a href="/api/openapi.json">openapi.json</a>.
      </p>
      <h2 id="operations">All operations</h2>
      <div class="index">${topics.map(topicSection)}</div>`,
    ...(first === undefined || example === undefined
      ? {}
      : { aside: exampleWithResponse(first.endpoint, example) }),
  };
}

function topicSection({ title, operations }: Catalogue['topics'][number]): Html {
  return html`<section>
    <h3>${title}</h3>
    <ul>
      ${operations.map(({ endpoint, href }) => html`<li><a href="${href}">${endpoint.summary}</a>${methodBadge(endpoint.method)}</li>`)}
    </ul>
  </section>`;
}

function exampleWithResponse(endpoint: Endpoint, example: Exchange): Html {
  return html`${exampleTabs({ endpoint, ...example })}
    <p class="caption">Response <span class="status s-2">${example.status}</span></p>
    ${jsonBlock(example.body, 'Response')}`;
}
