import { randomUUID } from 'node:crypto';
import type { Seeded } from '@parley/test-support/seeded.ts';

/** A sender and the queues and credentials it uses. */
export type Sender = {
  readonly id: number;
  /** Values of `Authorization`: the right one first, then ones that are wrong or odd. */
  readonly credentials: readonly [string, ...string[]];
  readonly queues: readonly { readonly id: string; readonly last: number }[];
};

/** A request before it is bytes; every character is one byte. */
type Draft = { start: string; headers: string[]; body: string };

/** Bytes that are sent in one write. */
export type Piece = {
  readonly text: string;
  /** The rest of the request follows, so no response is awaited. */
  readonly isPart: boolean;
};

/** Valid and mutated requests of one connection, in the pieces in which they are sent. */
export function rawCase(random: Seeded, sender: Sender): Piece[] {
  const pieces: Piece[] = [];
  const count = random.pick([1, 1, 1, 2, 2, 3]);
  for (let n = 0; n < count; n += 1) {
    const text = requestText(random, sender);
    const before = pieces.at(-1);
    // An upgrade takes over its connection at once, even with responses outstanding.
    if (before !== undefined && random.chance(0.15) && !/upgrade: websocket/i.test(text))
      pieces[pieces.length - 1] = { text: before.text + text, isPart: false };
    else if (random.chance(0.12)) pieces.push(...splitSomewhere(random, text));
    else pieces.push({ text, isPart: false });
    // The connection may close after it.
    if (isChunked(text)) break;
  }
  return pieces.filter(({ text }) => text !== '');
}

export function isChunked(text: string): boolean {
  return /transfer-encoding/i.test(text);
}

function requestText(random: Seeded, sender: Sender): string {
  const draft = draftOf(random, sender);
  const changes = random.pick([0, 0, 1, 1, 1, 2, 3]);
  for (let n = 0; n < changes; n += 1) random.pick(DRAFT_CHANGES)(random, draft, sender);
  const text = `${[draft.start, ...draft.headers].join('\r\n')}\r\n\r\n${draft.body}`;
  return random.chance(0.15) ? random.pick(TEXT_CHANGES)(random, text) : text;
}

function draftOf(random: Seeded, sender: Sender): Draft {
  const kind = random.next();
  if (kind < 0.45) return request('GET', `/api/v1/events?${pollQuery(random, sender)}`, sender);
  if (kind < 0.6) return request('GET', `/api/v1${random.pick(READ)}`, sender);
  if (kind < 0.7) return multipart(random, sender);
  if (kind < 0.72) return webSocket(random, sender);
  if (kind < 0.9) return form(`/api/v1${random.pick(FORM_PATHS)}`, formOf(random, sender), sender);
  return request(random.pick(OTHER_METHODS), random.pick(OTHER_TARGETS), sender);
}

function request(method: string, target: string, { credentials }: Sender): Draft {
  return {
    start: `${method} ${target} HTTP/1.1`,
    headers: ['Host: parley.test', `Authorization: ${credentials[0]}`],
    body: '',
  };
}

function form(path: string, body: string, sender: Sender): Draft {
  const draft = request('POST', path, sender);
  draft.headers.push('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`);
  return { ...draft, body };
}

/** A multipart body: small, with many fields, near the size limit, or above it. */
function multipart(random: Seeded, sender: Sender): Draft {
  const path = random.pick(['/messages/render', '/messages', '/users/me/avatar']);
  const draft = request(random.pick(['POST', 'POST', 'POST', 'PATCH']), `/api/v1${path}`, sender);
  const length = random.chance(0.1) ? random.pick([200_000, 1_048_000, 1_100_000]) : random.below(2_000);
  const parts = ['name="content"\r\n\r\nhello', `name="x"\r\n\r\n${'x'.repeat(length)}`];
  if (random.chance(0.3)) parts.push(`name="f"; filename="f"\r\n\r\n${'y'.repeat(random.below(300))}`);
  if (random.chance(0.1)) parts.push(...Array.from({ length: 101 }, (_, n) => `name="${n}"\r\n\r\n`));
  const end = random.pick(['--x--\r\n', '--x--\r\n', '--x--\r\n', '--x', '']);
  const body = parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('') + end;
  draft.headers.push('Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length}`);
  return { ...draft, body };
}

/** An event stream with frames after the handshake: acknowledgements, pings, fragments, oversized frames. */
function webSocket(random: Seeded, sender: Sender): Draft {
  const { id, last } = random.pick(sender.queues);
  const draft = request('GET', `/api/v1/events/stream?queue_id=${id}&last_event_id=${last}`, sender);
  draft.headers.push(
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  );
  const count = random.pick([1, 2, 20, 1_500]);
  for (let n = 0; n < count; n += 1) draft.body += frame(random);
  return draft;
}

/** A frame with a mask of zeros, which leaves its payload unchanged. */
function frame(random: Seeded): string {
  const payload = random.pick(['', '{"last_event_id":0}', 'x'.repeat(125)]);
  const code = random.pick([0x01, 0x80, 0x81, 0x81, 0x82, 0x88, 0x89, 0x89, 0x8a, 0x8b]);
  return `${String.fromCharCode(code, 0x80 + payload.length)}\0\0\0\0${payload}`;
}

function pollQuery(random: Seeded, { queues }: Sender): string {
  const queue = random.pick(queues);
  const last = random.pick([-1, -1, queue.last, queue.last, 0]);
  const pair = [`queue_id=${queue.id}`, `last_event_id=${last}`];
  if (random.chance(0.3)) pair.reverse();
  return pair.join('&') + random.pick(['', '', '', '&dont_block=false', '&dont_block=true', '&client=x']);
}

const READ = [
  '/users/me',
  '/users',
  '/realm/emoji',
  '/realm/linkifiers',
  '/saved_snippets',
  '/users/me/alert_words?x=1',
  '/server_settings',
  '/users/1',
  '/events',
  '/messages',
  '/users/me/presence',
];
const FORM_PATHS = ['/messages/render', '/messages/render', '/messages/render?content=query', '/messages'];
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE', 'M-SEARCH'];
const OTHER_TARGETS = [
  '/api/v1/users',
  '/api/v1/messages/render',
  '/api/v1/events',
  '/api/v1/none',
  '/health',
  '/api/v1/users#x?y=1',
  '*',
  '/api/v1/events/stream?queue_id=x&last_event_id=0',
];

function formOf(random: Seeded, { id }: Sender): string {
  const content = random.pick([
    'hello',
    '%F0%9F%98%80',
    '%C3%A9+%E2%80%93',
    '%ff',
    '%00',
    '%',
    'é',
    '\x00',
    '',
  ]);
  const fields = ['type=direct', `to=[${id}]`, `content=${content}`];
  if (random.chance(0.2))
    fields.push(random.pick(['x=1', 'content=twice', 'method=GET', 'method=PUT', 'client=c']));
  if (random.chance(0.05)) fields.push(Array.from({ length: 101 }, (_, n) => `f${n}=`).join('&'));
  return fields.join('&');
}

function splitSomewhere(random: Seeded, text: string): Piece[] {
  const at = random.below(text.length);
  return [
    { text: text.slice(0, at), isPart: true },
    { text: text.slice(at), isPart: false },
  ];
}

type DraftChange = (random: Seeded, draft: Draft, sender: Sender) => void;

const ODD_HEADERS = [
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: +3',
  'Content-Length: 3, 3',
  'content-length : 3',
  'Content-Length: 0x3',
  'Content-Length: ',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'X: a\r\n Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Keep-Alive, close',
  'Connection: upgrade',
  'Connection: authorization',
  'Keep-Alive: timeout=1',
  'Proxy-Connection: close',
  'Expect: 100-continue',
  'Expect: something',
  'Upgrade: h2c',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
  'TE: trailers',
  'Trailer: Content-Length',
  'Origin: https://elsewhere.example',
  'Origin: null',
  'Accept: text/html',
  'Accept: ',
  'User-Agent: ZulipMobile/27.1 (Android)',
  'User-Agent: x',
  'Idempotency-Key: a',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'X-Forwarded-For: 10.1.2.3, 127.0.0.1',
  'X-Forwarded-Host: other.parley.test',
  'X-Forwarded-Proto: https',
  'Forwarded: for=10.1.2.3;host=other.parley.test',
  'X-HTTP-Method-Override: DELETE',
  'Access-Control-Request-Method: POST',
  'Host: parley.test',
  'Host: other.parley.test',
  'hOST: parley.test',
  ' Host: other.parley.test',
  'Content-Type: application/x-www-form-urlencoded; charset=UTF-8',
  'Content-Type: application/json',
  'Content-Encoding: gzip',
  'X:',
  'X: ',
  'X:  two  spaces  ',
  'X: tab\tinside',
  'X: \x00',
  'X: \x7f',
  'X: \xe9',
  'X: a\rb',
  'X: a\nY: b',
  'X\x00: a',
  'X Y: a',
  ': a',
  'no colon',
  'X!#$%&*+.^_`|~1: a',
  '',
  `X: ${'a'.repeat(4_000)}`,
  `X: ${'a'.repeat(17_000)}`,
  Array.from({ length: 150 }, (_, n) => `X-${n}: y`).join('\r\n'),
  'Cookie: a=b',
];

const ODD_HOSTS = [
  'other.parley.test',
  'PARLEY.TEST:9991',
  'parley.test.',
  '[::1]',
  '',
  'a b',
  'x@parley.test',
  '127.0.0.1',
];

const TYPES = [
  'application/x-www-form-urlencoded;charset=UTF-8',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded; charset=latin1',
  'Application/X-WWW-Form-URLencoded',
  'application/x-www-form-urlencoded ',
  'application/x-www-form-urlencodedx',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
];

function put(draft: Draft, name: string, value: string): void {
  const at = draft.headers.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  if (at === -1) draft.headers.push(`${name}: ${value}`);
  else draft.headers[at] = `${name}: ${value}`;
}

function target(draft: Draft, change: (target: string) => string): void {
  const [method = '', old = '', ...rest] = draft.start.split(' ');
  draft.start = [method, change(old), ...rest].join(' ');
}

function chunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

const DRAFT_CHANGES: DraftChange[] = [
  (random, draft) => {
    draft.headers.splice(random.below(draft.headers.length + 1), 0, random.pick(ODD_HEADERS));
  },
  (random, draft) => {
    draft.headers.splice(random.below(draft.headers.length + 1), 0, random.pick(ODD_HEADERS));
  },
  (random, draft) => {
    draft.headers.splice(random.below(draft.headers.length), 1);
  },
  (random, draft) => {
    draft.headers.push(draft.headers[random.below(draft.headers.length)] ?? 'X: y');
  },
  (random, draft) => {
    draft.headers.sort(() => random.next() - 0.5);
  },
  (random, draft) => {
    const at = random.below(draft.headers.length);
    const line = draft.headers[at] ?? '';
    draft.headers[at] = random.pick([
      line.toLowerCase(),
      line.toUpperCase(),
      line.replace(': ', ':'),
      line.replace(': ', ':  '),
      line.replace(': ', ':\t'),
      line.replace(':', ' :'),
      line.replace(': ', ':\r\n '),
      `${line} `,
      `${line}\t`,
    ]);
  },
  (random, draft, { credentials }) => {
    put(draft, 'Authorization', random.pick(credentials));
  },
  (random, draft, { credentials }) => {
    put(draft, 'Authorization', random.pick(credentials));
  },
  (random, draft) => {
    put(draft, 'Host', random.pick(ODD_HOSTS));
  },
  (random, draft) => {
    draft.start = random.pick([
      draft.start.replace('HTTP/1.1', 'HTTP/1.0'),
      draft.start.replace('HTTP/1.1', 'HTTP/1.2'),
      draft.start.replace('HTTP/1.1', 'HTTP/2.0'),
      draft.start.replace('HTTP/1.1', 'http/1.1'),
      draft.start.replace(' HTTP/1.1', ''),
      draft.start.replace(' ', '  '),
      draft.start.replace(' ', '\t'),
      ` ${draft.start}`,
      `\r\n${draft.start}`,
      `${draft.start} `,
      draft.start.toLowerCase(),
      draft.start.replace(/^\w+/, 'HEAD'),
      draft.start.replace(/^\w+/, 'GETT'),
      'PRI * HTTP/2.0',
    ]);
  },
  (random, draft) => {
    const change = random.pick(TARGET_CHANGES);
    target(draft, (old) => change(random, old));
  },
  (random, draft) => {
    const change = random.pick(TARGET_CHANGES);
    target(draft, (old) => change(random, old));
  },
  (random, draft) => {
    put(draft, 'Content-Type', random.pick(TYPES));
  },
  (random, draft) => {
    put(draft, 'Content-Length', String(draft.body.length + random.pick([-1, 0, 1, 40])));
  },
  (random, draft) => {
    draft.headers = draft.headers.filter((line) => !line.startsWith('Content-Length'));
    draft.headers.push('Transfer-Encoding: chunked');
    draft.body = random.pick([
      chunked(draft.body),
      chunked(draft.body).replace('\r\n', ';x=y\r\n'),
      chunked(draft.body).replace('\r\n', '\n'),
      `0${chunked(draft.body)}`,
      draft.body,
      chunked(draft.body).replace(/\r\n$/, 'X: y\r\n\r\n'),
    ]);
  },
  (random, draft) => {
    draft.body += random.pick(['x', '\r\n', 'GET /api/v1/users/me HTTP/1.1\r\nHost: parley.test\r\n\r\n']);
  },
];

const TARGET_CHANGES: ((random: Seeded, target: string) => string)[] = [
  (_random, old) => `http://parley.test${old}`,
  (_random, old) => `http://other.parley.test${old}`,
  (_random, old) => `//other.parley.test${old}`,
  (_random, old) => old.replace('/api', '//api'),
  (_random, old) => old.replace('/v1/', '/v1/../v1/'),
  (_random, old) => old.replace('?', '/?'),
  (_random, old) => old.replace('?', '??'),
  (_random, old) => old.replace('?', ';a=b?'),
  (_random, old) => old.replace('?', '%3F'),
  (_random, old) => `${old}#fragment`,
  (_random, old) => `${old}?`,
  (_random, old) => `${old}&`,
  (_random, old) => `${old}%00`,
  (_random, old) => `${old}\xe9`,
  (_random, old) => `${old}\\`,
  (_random, old) => old.toUpperCase(),
  (_random, old) => old.replace('=', '%3D'),
  (_random, old) => old.replace('last_event_id=', 'last_event_id=%2B'),
  (_random, old) => old.replace('last_event_id=', 'last_event_id=0'),
  (_random, old) => old.replace('last_event_id=', 'last_event_id=9'.padEnd(30, '9')),
  (_random, old) => old.replace(/last_event_id=-?\d+/, 'last_event_id='),
  (_random, old) => old.replace(/queue_id=[^&]*/, `queue_id=${randomUUID()}`),
  (_random, old) => old.replace(/queue_id=[^&]*/, `queue_id=${'-'.repeat(36)}`),
  (_random, old) => old.replace(/queue_id=[^&]*/, (found) => found.toUpperCase()),
  (_random, old) => old.replace(/queue_id=[^&]*/, (found) => `${found}&${found}`),
  (_random, old) => old.replace(/&.*/, ''),
  (random, old) => {
    const at = random.below(old.length);
    return `${old.slice(0, at)}%${old.charCodeAt(at).toString(16).padStart(2, '0')}${old.slice(at + 1)}`;
  },
];

const TEXT_CHANGES: ((random: Seeded, text: string) => string)[] = [
  (random, text) => text.slice(0, random.below(text.length)),
  (random, text) => withByte(random, text, 1),
  (random, text) => withByte(random, text, 0),
  (random, text) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
  (_random, text) => text.replaceAll('\r\n', '\n'),
  (_random, text) => text.replace('\r\n', '\n'),
  (_random, text) => text.replace('\r\n', '\r'),
  (_random, text) => text.replace('\r\n\r\n', '\n\n'),
  (_random, text) => text.replace('\r\n\r\n', '\r\n\n'),
  (_random, text) => text.replace('\r\n\r\n', '\r\n\r\r\n'),
  (_random, text) => `\r\n\r\n${text}`,
];

/** Inserts or replaces a byte. */
function withByte(random: Seeded, text: string, replaced: 0 | 1): string {
  const at = random.below(text.length);
  const byte = random.pick([0, 9, 10, 13, 32, 37, 38, 58, 127, 128, 233, 255, random.below(256)]);
  return text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + replaced);
}
