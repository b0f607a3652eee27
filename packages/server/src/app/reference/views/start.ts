import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Catalogue } from '../catalogue.ts';
import { exampleTabs } from './example.ts';
import { html } from '../../../http/html/html.ts';
import type { View } from './layout.ts';
import { jsonBlock, methodBadge } from './parts.ts';

/** The first page: what everybody must know, and everything there is. */
export function startView({ topics, operations, events, recorded }: Catalogue): View {
  const first = operations.find(({ endpoint }) => endpoint.id === 'send-message');
  const example = recorded.operations['send-message'];
  return {
    title: 'Reference',
    href: '/api/',
    main: html` <h1>The API of this server</h1>
      <p class="lead">
        ${operations.length} operations and ${events.length} types of events: everything that users can do
        here, a program can do too.
      </p>
      <h2 id="requests">Requests</h2>
      <p>
        All paths are below <code class="origin">https://chat.example.org/api/v1</code>. Parameters travel in
        the query of a GET and as form fields of everything else. A parameter that travels <em>as text</em> is
        written as it is; one that travels <em>as JSON</em> is written as JSON text, so that a list in a form
        reads <code>members=[9,12]</code>. Parameters that an operation does not know are ignored and named in
        the answer.
      </p>
      <h2 id="answers">Answers</h2>
      <p>
        Every answer is a JSON object. A success has status 200, <code>result</code> =
        <code>success</code> and an empty <code>msg</code>; a failure has another status,
        <code>result</code> = <code>error</code>, a <code>msg</code> for users and a <code>code</code> for
        programs: <a href="/api/errors">all codes</a>. Clients should expect further fields.
      </p>
      <h2 id="credentials">Credentials</h2>
      <p>
        HTTP Basic: the e-mail address of a user or a bot, and its API key. A user gets a key
        <a href="/api/fetch-api-key">for a password</a>; a bot gets one when it is
        <a href="/api/create-bot">created</a>. Too many requests are answered with
        <a href="/api/errors#RATE_LIMIT_HIT"><code>RATE_LIMIT_HIT</code></a> and the seconds to wait.
      </p>
      <h2 id="following">Following what happens</h2>
      <p>Register a queue and hold a request open on it: <a href="/api/events">how events arrive</a>.</p>
      <h2 id="levels">Levels</h2>
      <p>
        The server announces a <em>feature level</em>, now ${FEATURE_LEVEL}. Operations, parameters and fields
        say since which level they exist, where they are not as old as the API. Servers of the same API with
        at least that level behave the same, so existing clients and bots work here unchanged.
      </p>
      <h2 id="examples">About the examples</h2>
      <p>
        Every example was performed on a real server, and the answer below it is the one that came back; only
        times and secrets were replaced. TypeScript uses the SDK of this server. Python uses the library
        <code>requests</code>; with the package <code>zulip</code> the same call is
        <code>client.call_endpoint(url, method, request)</code>, which writes the JSON for you. For other
        languages, <a href="/api/openapi.json">openapi.json</a> describes everything to generators.
      </p>
      <h2 id="operations">All operations</h2>
      <div class="index">
        ${topics.map(
          ({ title, operations: members }) =>
            html`<section>
              <h3>${title}</h3>
              <ul>
                ${members.map(({ endpoint, href }) => html`<li><a href="${href}">${endpoint.summary}</a>${methodBadge(endpoint.method)}</li>`)}
              </ul>
            </section>`,
        )}
      </div>`,
    ...(first === undefined || example === undefined
      ? {}
      : {
          aside: html`${exampleTabs({ endpoint: first.endpoint, ...example })}
            <p class="caption">Answer <span class="status s-2">${example.status}</span></p>
            ${jsonBlock(example.body, 'Answer')}`,
        }),
  };
}
