import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSET_PATH } from '../node-process.ts';
import { fills } from './fills.ts';
import type { Ground } from './ground.ts';
import type { LargestTarget } from './operations.ts';
import { MAX_HEAD_BYTES, type BuiltRequest } from './request.ts';

const SOURCES = fileURLToPath(new URL('../../../packages/server/src', import.meta.url));
const READS =
  /headers\['([a-z0-9-]+)'\]|headers\.([a-z]+)\b|[hH]eader\((?:[^()]*, )?'([A-Za-z0-9-]+)'\)|[hH]eader: '([A-Za-z0-9-]+)'/g;
/** Names of methods that the expression takes for headers, and headers that frame the message. */
const NOT_SENT = new Set(
  'get set has keys entries by map find includes append path marker ts connection upgrade content-length transfer-encoding host'.split(
    ' ',
  ),
);
/** Headers that libraries read, which the sources do not show. */
const OF_LIBRARIES = [
  'accept-language',
  'forwarded',
  'if-match',
  'if-modified-since',
  'if-range',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'tus-resumable',
  'upload-concat',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-http-method-override',
];

/** Every header whose name the server mentions. */
function headersRead(): string[] {
  const names = new Set(OF_LIBRARIES);
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.(test|rules))\.ts$/.test(file)) continue;
    for (const match of readFileSync(path.join(SOURCES, file), 'utf8').matchAll(READS)) {
      const name = match.slice(1).find((group) => group !== undefined);
      if (name !== undefined && !NOT_SENT.has(name)) names.add(name.toLowerCase());
    }
  }
  return [...names].toSorted();
}

/** Requests of every kind: pages, files, operations with keys and with cookies, uploads, streams, webhooks. */
function places({ owner, file, webhookKey, values }: Ground): Record<string, BuiltRequest> {
  const message = { form: { type: 'channel', to: values['to'] ?? '', topic: 'talk', content: 'x' } };
  const stream = `/api/v1/events/stream?queue_id=${values['queue_id'] ?? ''}&last_event_id=-1`;
  return {
    'an asset': { path: ASSET_PATH, call: { host: owner.host } },
    'the page': { path: '/', call: { host: owner.host } },
    'a static file': { path: '/static/emoji/emoji_api.json', call: { host: owner.host } },
    'an uploaded file': { path: file, call: { as: owner } },
    'an open operation': { path: '/api/v1/server_settings', call: { host: owner.host } },
    'a read': { path: '/api/v1/users/me', call: { as: owner } },
    'a send': { path: '/api/v1/messages', call: { as: owner, ...message } },
    'an upload in pieces': { path: '/api/v1/tus/', call: { as: owner, method: 'POST', headers: TUS } },
    'an event stream': { path: stream, call: { as: owner, headers: UPGRADE } },
    'a webhook': {
      path: `/api/v1/external/github?api_key=${webhookKey}`,
      call: { host: owner.host, body: '{}', headers: { 'content-type': 'application/json' } },
    },
  };
}

const TUS = { 'tus-resumable': '1.0.0', 'upload-length': '1' };
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

/** Each header that the server reads, at its largest, at each kind of place; and the query of each place. */
export function headerTargets(ground: Ground): LargestTarget[] {
  const names = headersRead();
  return Object.keys(places(ground)).flatMap((place) => [
    ...names.map((name) => ({
      name: `${place}: ${name}`,
      requests: (current: Ground) => headerRequests(current, place, name),
    })),
    { name: `${place}: query`, requests: (current: Ground) => queryRequests(current, place) },
  ]);
}

function* headerRequests(ground: Ground, place: string, name: string) {
  for (const fill of fills.filter(({ isForHeaders }) => isForHeaders))
    yield {
      target: `${place}: ${name}`,
      what: `${fill.name}, in a header`,
      build: () => {
        const { path: where, call } = placeOf(ground, place);
        return {
          path: where,
          call: { ...call, headers: { ...call.headers, [name]: fill.text(MAX_HEAD_BYTES) } },
        };
      },
    };
}

function* queryRequests(ground: Ground, place: string) {
  for (const fill of fills)
    yield {
      target: `${place}: query`,
      what: `${fill.name}, in the query`,
      build: () => {
        const { path: where, call } = placeOf(ground, place);
        const text = encodeURIComponent(fill.text(MAX_HEAD_BYTES / 3)).slice(0, MAX_HEAD_BYTES - 500);
        return { path: `${where}${where.includes('?') ? '&' : '?'}${text.replace(/%[0-9A-F]?$/, '')}`, call };
      },
    };
}

function placeOf(ground: Ground, place: string): BuiltRequest {
  const found = places(ground)[place];
  if (found === undefined) throw new Error(`There is no place ${place}.`);
  return found;
}
