import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { afterEach, expect, test } from 'vitest';
import { startTestServer } from '@parley/test-support/harness.ts';

type Span = {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceId: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const TRACE = '0af7651916cd43dd8448eb211c80319c';
let collector: Server | undefined;
afterEach(() => {
  collector?.closeAllConnections();
  collector?.close();
});

/** A minimal collector that records the spans it receives. */
async function startCollector(): Promise<{ readonly url: string; readonly spans: Span[] }> {
  const spans: Span[] = [];
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Export;
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    collector?.listen(0, '127.0.0.1', resolve);
  });
  const { port } = collector.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/traces`, spans };
}

test('a trace shows statements, commit and delivery of a request, but no content', async () => {
  const { url, spans } = await startCollector();
  const server = await startTestServer((config) => ({ ...config, traces: { url, share: 1 } }));
  const ada = await server.user();
  await ada.connection.call(registerQueue, { event_types: ['saved_snippets'] });
  await ada.connection.call(createSavedSnippet, { title: 'a secret', content: 'never told' });
  const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
  const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
  await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization, traceparent } });
  await server.stop();

  const continued = spans.find(({ name }) => name === 'get-own-user');
  expect(continued).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' });
  const request = spans.find(({ name }) => name === 'create-saved-snippet');
  expect(request?.parentSpanId).toBeUndefined();
  const within = spans.filter(({ traceId }) => traceId === request?.traceId);
  expect(within.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'insert', 'append-log', 'commit', 'deliver']),
  );
  const commit = within.find(({ name }) => name === 'commit');
  expect(commit?.parentSpanId).toBe(request?.spanId);
  expect(attribute(request, 'http.route')).toBe('/api/v1/saved_snippets');
  const insert = within.find(({ name }) => name === 'insert');
  expect(attribute(insert, 'db.query.text')).toMatch(/^insert into "saved_snippet"/);
  expect(JSON.stringify(spans)).not.toMatch(/a secret|never told/);
});

test('an unavailable collector does not affect requests', async () => {
  const server = await startTestServer((config) => ({
    ...config,
    traces: { url: 'http://127.0.0.1:1/v1/traces', share: 1 },
  }));
  const ada = await server.user();
  await ada.connection.call(createSavedSnippet, { title: 'a', content: 'b' });
  await expect(server.stop()).resolves.toBeUndefined();
});

function attribute(span: Span | undefined, name: string): unknown {
  const value = span?.attributes.find(({ key }) => key === name)?.value ?? {};
  return Object.values(value)[0];
}
