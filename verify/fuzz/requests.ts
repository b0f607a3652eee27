import type { Endpoint } from '@parley/contract/endpoint.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { PREFIX } from '@parley/server/http/prefix.ts';
import * as z from 'zod';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { NASTY_JSON, NASTY_TEXTS, textOf, valueOf, type Known, type Schema } from './values.ts';

export type Actor = {
  readonly name: string;
  readonly email: string;
  key: string;
  readonly host?: string;
  /** The cookie of a session, for users who have a browser. */
  readonly cookie?: string;
};

/** A request as it is sent, without a client library that would normalize it. */
export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  type?: string;
  /** The body overrides the method of the request line. */
  overridden: boolean;
};

const schemas = new WeakMap<Parameter, Schema>();

function schemaOf(parameter: Parameter): Schema {
  const known = schemas.get(parameter);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(parameter.schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(parameter, made);
  return made;
}

/** A call of a declared operation: mostly well-formed, sometimes with one error. */
export function declaredRequest(
  random: Seeded,
  endpoint: Endpoint,
  actor: Actor | undefined,
  known: Known,
): RawRequest {
  const fields: [string, string][] = [];
  let path = endpoint.path;
  // About two of the optional parameters.
  const optional = Math.min(0.5, 2 / Object.keys(endpoint.parameters).length);
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    if (parameter.travel === 'path') {
      path = path.replace(new RegExp(String.raw`\{${name}\*?\}`), pathPart(random, parameter, known));
      continue;
    }
    const given = parameter.absence === 'error' ? !known.wild || random.chance(0.9) : random.chance(optional);
    if (given) fields.push([name, fieldText(random, parameter, known)]);
    if (given && random.chance(0.02)) fields.push([name, fieldText(random, parameter, known)]);
  }
  if (endpoint.id === 'get-events' && random.chance(0.97)) fields.push(['dont_block', 'true']);
  if (random.chance(0.1)) fields.push([textOf(random, known), textOf(random, known)]);
  const overridden = random.chance(0.02);
  if (overridden) fields.push(['method', random.pick(['GET', 'PATCH', 'DELETE', 'TRACE', ''])]);
  const method = random.chance(0.02)
    ? random.pick(['PUT', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'])
    : endpoint.method;
  const hasFile = endpoint.takesFile !== undefined && random.chance(0.8);
  const cookie = random.chance(SESSION_SHARE) ? actor?.cookie : undefined;
  const whole = `${cookie === undefined ? PREFIX : BROWSER_PREFIX}${path}`;
  return {
    method,
    overridden,
    ...(hasFile ? { path: whole, ...withFile(random, fields) } : placed(random, whole, method, fields)),
    ...(cookie === undefined ? headersFor(random, actor) : pageHeaders(random, cookie)),
  };
}

/** Share of the requests that pages send with the cookie of a session. */
const SESSION_SHARE = 0.2;

/** Headers of a page of the organization, sometimes without the one that proves it. */
function pageHeaders(random: Seeded, cookie: string): { headers: Record<string, string> } {
  const odd = random.chance(0.05);
  return {
    headers: {
      cookie: odd
        ? random.pick([`${cookie}x`, `${cookie}; ${cookie}`, 'x', ';;=;', `a=${'b'.repeat(9_000)}`])
        : cookie,
      ...(random.chance(0.03) ? {} : { 'x-parley': 'web' }),
      ...(random.chance(0.03) ? { origin: 'https://other.example' } : { origin: 'http://parley.test' }),
    },
  };
}

function pathPart(random: Seeded, parameter: Parameter, known: Known): string {
  if (known.wild && random.chance(0.2))
    return random.pick(['%2e%2e%2f', '%00', '%ff', '%', '-1', 'abc', '9'.repeat(30), '٣', '%E2%80%AE']);
  const value = valueOf(random, schemaOf(parameter), known);
  return encodeURIComponent(String(value).toWellFormed());
}

function fieldText(random: Seeded, parameter: Parameter, known: Known): string {
  if (known.wild && random.chance(0.3))
    return random.pick(parameter.travel === 'json' ? NASTY_JSON : NASTY_TEXTS);
  const value = valueOf(random, schemaOf(parameter), known);
  return parameter.travel === 'json' ? JSON.stringify(value) : String(value).toWellFormed();
}

/** Puts parameters into the query, a form or a multipart body; sometimes with a wrong content type. */
function placed(
  random: Seeded,
  path: string,
  method: string,
  fields: [string, string][],
): { path: string; body: Buffer | undefined; type?: string } {
  const form = new URLSearchParams(fields).toString();
  const inQuery = method === 'GET' || method === 'HEAD' || random.chance(0.1);
  if (inQuery)
    return { path: form.length > 0 && form.length < 12_000 ? `${path}?${form}` : path, body: undefined };
  if (random.chance(0.1)) return { path, ...multipart(fields) };
  if (random.chance(0.03)) return { path, body: Buffer.from(form), type: random.pick(ODD_TYPES) };
  return { path, body: Buffer.from(form), type: 'application/x-www-form-urlencoded' };
}

const ODD_TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  ';',
  'x',
];

function multipart(fields: [string, string][]): { body: Buffer; type: string } {
  const boundary = 'parleyfuzz';
  const parts = fields.map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${text}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

const FILE_NAMES = [
  'notes.txt',
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '.',
  '..',
  '',
  'nul\0l',
  'CON',
  '\u202Egnp.exe',
  'a'.repeat(5_000),
  '💥'.repeat(300),
  '%2e%2e%2fx',
  '<script>.html',
  'x\ry',
  '\uD800',
];

const FILES = [
  Buffer.from('some words'),
  Buffer.alloc(0),
  Buffer.from([0, 255, 254, 1, 2, 3]),
  Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  Buffer.from('%PDF-1.4'),
  Buffer.from('504b0304ffffffffffffffffffffffffffffffffffffffff', 'hex'),
  Buffer.alloc(200_000, 'x'),
];

/** Adds one or more files to the fields; sometimes the body is truncated or has huge headers. */
function withFile(random: Seeded, fields: [string, string][]): { body: Buffer; type: string } {
  const { body, type } = multipart(fields);
  const head = body.subarray(0, body.length - '--parleyfuzz--\r\n'.length);
  const part = (): Buffer => {
    const name = random.pick(FILE_NAMES).replaceAll(/["\n]/g, '_');
    const field = random.pick(['file', 'filename', '', name]);
    const more = random.chance(0.05) ? `X-Long: ${'y'.repeat(random.pick([100, 20_000, 100_000]))}\r\n` : '';
    const lines = `--parleyfuzz\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n${more}Content-Type: ${random.pick(['image/png', 'text/html', '', ';;', 'x'])}\r\n\r\n`;
    return Buffer.concat([Buffer.from(lines), random.pick(FILES), Buffer.from('\r\n')]);
  };
  const parts = random.chance(0.1) ? [part(), part(), part()] : [part()];
  if (random.chance(0.02)) parts.push(largePart(random));
  const whole = Buffer.concat([head, ...parts, Buffer.from('--parleyfuzz--\r\n')]);
  const cut = random.chance(0.15)
    ? whole.subarray(0, Math.floor(whole.length * random.pick([0.2, 0.5, 0.9])))
    : whole;
  return { body: cut, type };
}

/** A field or file at the limits: the size of a body without a file, of a picture, and above both. */
function largePart(random: Seeded): Buffer {
  const size = random.pick([1_048_576, 1_048_577, 5 * 1_048_576, 5 * 1_048_576 + 65_537]);
  const name = random.pick(['name="content"', 'name="file"; filename="large.bin"']);
  return Buffer.concat([
    Buffer.from(`--parleyfuzz\r\nContent-Disposition: form-data; ${name}\r\n\r\n`),
    Buffer.alloc(size, 'x'),
    Buffer.from('\r\n'),
  ]);
}

function headersFor(random: Seeded, actor: Actor | undefined): { headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (actor !== undefined) headers['authorization'] = basic(actor.email, actor.key);
  if (random.chance(0.02)) headers['authorization'] = random.pick(ODD_CREDENTIALS);
  if (actor?.host !== undefined) headers['host'] = actor.host;
  if (random.chance(0.02)) headers['host'] = random.pick(ODD_HOSTS);
  if (random.chance(0.05))
    headers['user-agent'] = random.pick(['ZulipInvalid', 'ZulipMobile/27.1 (Android)', '/', 'a'.repeat(500)]);
  if (random.chance(0.02))
    headers['accept'] = random.pick(['text/html', 'text/html;q=x', '*/*;q=0', ',,,;;;']);
  if (random.chance(0.02)) headers['x-forwarded-for'] = '1.2.3.4, evil';
  return { headers };
}

function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}

const ODD_CREDENTIALS = [
  '',
  'Basic',
  'Basic !!!',
  'Basic Og==',
  `Basic ${'A'.repeat(10_000)}`,
  'Bearer x',
  'Digest x',
  basic('a:b', 'c'),
];
const ODD_HOSTS = [
  '',
  'nowhere.parley.test',
  'parley.test:99999',
  '[::1]',
  'PARLEY.TEST.',
  'x'.repeat(300),
  'www.parley.test',
];

const FORMS = [
  '/register',
  '/reset-password',
  '/join/x',
  '/reset-password/x',
  '/confirm-address/x',
  '/join/%00',
];

/** A form of a web page: the right fields with arbitrary values. */
function formRequest(random: Seeded, known: Known): RawRequest {
  return {
    method: 'POST',
    path: random.pick(FORMS),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    overridden: false,
    body: Buffer.from(
      new URLSearchParams(
        ['email', 'full_name', 'password'].map((name): [string, string] => [
          name,
          random.chance(0.3) ? 'somebody@example.com' : textOf(random, known),
        ]),
      ).toString(),
    ),
  };
}

/** Paths without an operation. */
export function strayRequest(random: Seeded, known: Known): RawRequest {
  return random.chance(0.3) ? formRequest(random, known) : elsewhere(random, known);
}

function elsewhere(random: Seeded, known: Known): RawRequest {
  return {
    method: random.pick(['GET', 'POST', 'DELETE', 'PATCH']),
    path: random.pick([
      '/',
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v1/none',
      '/api/v1/users/',
      '/api/v1//users',
      '/api/v1/users/%',
      '/%ff',
      '/../../etc/passwd',
      `/${'a/'.repeat(3_000)}`,
      '/api/v1/drafts/abc',
      '/api/v1/drafts/-5',
      '/json/users',
      '/health?x=%',
      '/user_avatars/1/none.png',
      '/avatar/1',
      '/static/emoji/emoji_api.json',
      '/calls/conference/complete?state=x&code=y',
      '/accounts/login/social/oidc/main?mobile_flow_otp=0',
      '/complete/oidc/?state=x&code=y',
      ...FORMS,
    ]),
    headers: {},
    overridden: false,
    body: random.chance(0.3) ? Buffer.from(textOf(random, known)) : undefined,
  };
}
