import { render } from '@parley/markdown/full';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../engine/api-error.ts';
import { composeSample, type WebhookSample } from './compose-sample.ts';
import type { Composed, Integration } from './integration.ts';
import { integrations } from './integrations.ts';
import { webhookSamples } from './samples.ts';

test('names and names of clients are unique', () => {
  for (const of of [integrations.map(({ name }) => name), integrations.map(({ displayName }) => displayName)])
    expect(new Set(of).size).toBe(of.length);
});

test.each(integrations)(
  '$name has samples that are posted, with event types that filters can name',
  (integration) => {
    const samples = webhookSamples[integration.name] ?? [];
    expect(samples).not.toEqual([]);
    for (const sample of samples) {
      const composed = composeSample(integration, sample);
      expect(composed).not.toEqual([]);
      const events = composed === 'account' ? [] : composed.map(({ event }) => event);
      const known: readonly (string | undefined)[] = integration.events ?? [undefined];
      expect(events.filter((event) => !known.includes(event))).toEqual([]);
    }
  },
);

test.each(integrations)('$name describes itself in sentences', ({ about, setup, options }) => {
  expect(about).toMatch(/^[A-Z].*\.$/);
  expect(setup).toMatch(/^[A-Z].*\.$/);
  for (const { label } of options) expect(label).toMatch(/^[A-Z].*[^.]$/);
});

/** Random documents, among them ones with the names of every object. */
const json = fc.jsonValue({ maxDepth: 4 });
const payload = fc.oneof(
  fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'action', 'type', 'data')),
    json,
  ),
);

/** The status of the response to a composition that is refused; 200 if it is not. Other errors are thrown. */
function statusOf(compose: () => unknown): number {
  try {
    compose();
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

/** The event headers of a sample, so that random payloads reach the templates. */
function headersOf(samples: readonly WebhookSample[]): Readonly<Record<string, string>>[] {
  return [{}, ...samples.map(({ headers = {} }) => headers)];
}

test.each(integrations)('$name refuses random payloads with a status below 500', (integration) => {
  const headers = fc.constantFrom(...headersOf(webhookSamples[integration.name] ?? []));
  fc.assert(
    fc.property(payload, headers, (value, given) => {
      expect(statusOf(() => composeSample(integration, { headers: given, payload: value }))).toBeLessThan(
        500,
      );
    }),
    { numRuns: 200 },
  );
});

test.each(integrations)('$name refuses samples with random values with a status below 500', (integration) => {
  const samples = webhookSamples[integration.name] ?? [];
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), json, (sample, at, value) => {
      const damaged = replaceAt(sample.payload, at, value) as object;
      expect(statusOf(() => composeSample(integration, { ...sample, payload: damaged }))).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
});

/** Integrations whose payload is the Markdown of a message, or another markup for one. */
const OWN_TEXTS: ReadonlySet<string> = new Set(['zapier', 'ifttt', 'slack_incoming']);
const HOSTILE = '@**all** @*crew* [label](https://hostile.example/) `x` ```';

test.each(integrations.filter(({ name }) => !OWN_TEXTS.has(name)))(
  '$name posts hostile texts that notify no one, and have no labels of links outside of quotes',
  (integration) => {
    for (const sample of webhookSamples[integration.name] ?? [])
      for (let at = 0; at < countPlaces(sample.payload); at += 1)
        for (const html of shownOf(integration, {
          ...sample,
          payload: replaceAt(sample.payload, at, HOSTILE) as object,
        })) {
          expect(html).not.toMatch(LOUD);
          expect(html.replaceAll(QUOTES, '')).not.toContain('>label</a>');
        }
  },
);

const LOUD = /class="user-(?:group-)?mention(?![^"]* silent")/;
const QUOTES = /<blockquote>[^]*?<\/blockquote>/g;

/** The messages about a sample as clients show them; none if it is refused. */
function shownOf(integration: Integration, sample: WebhookSample): string[] {
  let composed: Composed = [];
  statusOf(() => {
    composed = composeSample(integration, sample);
  });
  return composed.map(({ content }) => render(content).html);
}

/** A document with the value at one of its places replaced, counted in the order of reading. */
function replaceAt(document: unknown, at: number, value: unknown): unknown {
  const places = countPlaces(document);
  let left = 1 + (at % Math.max(1, places - 1));
  const visit = (node: unknown): unknown => {
    left -= 1;
    if (left === -1) return value;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, visit(item)]));
  };
  return visit(document);
}

function countPlaces(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1;
  return Object.values(node).reduce((sum: number, item: unknown) => sum + countPlaces(item), 1);
}
