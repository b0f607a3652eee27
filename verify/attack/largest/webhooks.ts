import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import { webhookSamples } from '@parley/server/chat/incoming-webhooks/samples.ts';
import { bitbucketEvents } from '@parley/test-support/webhook-events/bitbucket.ts';
import { githubRequestEvents } from '@parley/test-support/webhook-events/github-requests.ts';
import { githubEvents } from '@parley/test-support/webhook-events/github.ts';
import { gitlabEvents } from '@parley/test-support/webhook-events/gitlab.ts';
import type { WebhookEvent } from '@parley/test-support/webhook-events/webhook-event.ts';
import { fills, type Fill } from './fills.ts';
import type { Ground } from './ground.ts';
import type { LargestTarget } from './operations.ts';
import { MAX_TEXT_BYTES, type BuiltRequest, type LargestRequest } from './request.ts';

/** A length at which quadratic work takes seconds, not minutes. */
const USUAL_LENGTH = 64 * 1024;
/** A share of the repetitions also fills a whole payload; the others take turns at the next fields. */
const LARGEST_EVERY = 8;

const EVENTS: Readonly<Record<string, readonly WebhookEvent[]>> = {
  bitbucket: bitbucketEvents,
  github: [...githubEvents, ...githubRequestEvents],
  gitlab: gitlabEvents,
};

type Path = readonly (string | number)[];

/** Every text and list in the payloads of every integration. */
export function webhookTargets(): LargestTarget[] {
  return Object.entries(webhookSamples).flatMap(([integration, documented]) => {
    const seen = new Set<string>();
    const samples = [...documented, ...(EVENTS[integration] ?? []).map(([, sample]) => sample)];
    return samples.flatMap((sample) =>
      [...placesIn(sample.payload)].flatMap((place): LargestTarget[] => {
        const name = `${integration}: ${place.map((part) => (typeof part === 'number' ? '#' : part)).join('.')}`;
        if (seen.has(name)) return [];
        seen.add(name);
        return [{ name, requests: (ground) => requestsFor(name, integration, sample, place, ground) }];
      }),
    );
  });
}

function* placesIn(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value === 'string') yield at;
  if (Array.isArray(value) && value.length > 0) {
    yield at;
    yield* placesIn(value[0], [...at, 0]);
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...at, name]);
}

function* requestsFor(
  target: string,
  integration: string,
  sample: WebhookSample,
  place: Path,
  ground: Ground,
): Generator<LargestRequest> {
  if (Array.isArray(valueAt(sample.payload, place))) {
    yield {
      target,
      what: 'repeated',
      build: () => request(ground, integration, sample, replaced(sample.payload, place, repeatList)),
    };
    return;
  }
  const largest = fills.filter((_fill, n) => (n + target.length) % LARGEST_EVERY === 0);
  const sized = [
    ...fills.map((fill) => [fill, USUAL_LENGTH] as const),
    ...largest.map((fill) => [fill, MAX_TEXT_BYTES] as const),
  ];
  for (const [fill, size] of sized)
    yield {
      target,
      what: `${fill.name}, ${size}`,
      build: () =>
        request(
          ground,
          integration,
          sample,
          replaced(sample.payload, place, () => textOf(fill, size)),
        ),
    };
}

/** A text whose JSON takes about as many bytes. */
function textOf(fill: Fill, size: number): string {
  const bytesPerCharacter = Buffer.byteLength(JSON.stringify(fill.text(1_000))) / 1_000;
  return fill.text(Math.floor((size - 4_096) / bytesPerCharacter));
}

function repeatList(list: unknown): unknown {
  const [first] = list as readonly unknown[];
  const count = Math.floor((MAX_TEXT_BYTES - 8_192) / (JSON.stringify(first).length + 1));
  return Array.from({ length: count }, () => first);
}

function request(
  { owner, webhookKey, values }: Ground,
  integration: string,
  { headers = {}, options = {} }: WebhookSample,
  payload: unknown,
): BuiltRequest {
  const query = new URLSearchParams({ api_key: webhookKey, stream: values['stream_id'] ?? '' });
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return {
    path: `/api/v1/external/${integration}?${query.toString()}`,
    call: {
      method: 'POST',
      host: owner.host,
      body: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    },
  };
}

function valueAt(value: unknown, [first, ...rest]: Path): unknown {
  return first === undefined ? value : valueAt((value as Record<string | number, unknown>)[first], rest);
}

/** A copy of a value with another one at a place. */
function replaced(value: unknown, [first, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((member: unknown, n) => (n === first ? replaced(member, rest, change) : member));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replaced(object[String(first)], rest, change) };
}
