import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { PREFIX } from '@parley/server/http/prefix.ts';
import type { Call } from '../client.ts';
import { fills, type Fill } from './fills.ts';
import type { Ground } from './ground.ts';
import { cutToBytes, MAX_HEAD_BYTES, MAX_TEXT_BYTES, multipart, type LargestRequest } from './request.ts';
import { countsOf, filled, schemaOf, shapesOf } from './schema-values.ts';

/** One part of one operation, and its requests from small to large. */
export type LargestTarget = {
  readonly name: string;
  readonly requests: (ground: Ground) => Iterable<LargestRequest>;
};

/** A message, for texts whose schema declares no length; more is refused or cut where texts are short. */
const USUAL_LENGTH = 10_000;
/** A share of the repetitions also fills a whole body; the others take turns at the next parameters. */
const LARGEST_EVERY = 4;
/** Operations that would end the organization of the attack. */
const LEFT_OUT = new Set(['deactivate-realm']);
/** Optional parameters without which an operation does nothing. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'send-message': ['to', 'topic'],
  'create-scheduled-message': ['topic'],
  'get-messages': ['anchor', 'num_before', 'num_after'],
  'update-settings': ['old_password'],
  'get-events': ['queue_id', 'last_event_id', 'dont_block'],
};

/** Every parameter of every operation. Those that delete come last, because later ones need the objects. */
export function operationTargets(): LargestTarget[] {
  return endpoints
    .filter(({ id, takesPayload }) => !LEFT_OUT.has(id) && takesPayload !== true)
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    .flatMap((endpoint) =>
      Object.entries(endpoint.parameters).map(([name, parameter]) => ({
        name: `${endpoint.id}: ${name}`,
        requests: (ground: Ground) => requestsFor(endpoint, name, parameter, ground),
      })),
    );
}

type NamedText = readonly [what: string, text: () => string];

function* requestsFor(
  endpoint: Endpoint,
  name: string,
  parameter: Parameter,
  ground: Ground,
): Generator<LargestRequest> {
  for (const [what, text] of parameter.travel === 'path' ? pathTexts() : textsFor(parameter))
    yield {
      target: `${endpoint.id}: ${name}`,
      what,
      build: () => requestWith(endpoint, ground, { [name]: text() }),
    };
}

function* textsFor(parameter: Parameter): Generator<NamedText> {
  if (parameter.travel === 'json') yield* jsonTexts(parameter);
  else
    for (const fill of fills)
      for (const size of sizesFor(schemaOf(parameter).maxLength))
        yield [`${fill.name}, ${size}`, () => cutToBytes(fill.text(size), MAX_TEXT_BYTES)];
}

let turn = 0;

function sizesFor(max = USUAL_LENGTH): readonly number[] {
  turn += 1;
  return turn % LARGEST_EVERY === 0 ? [max, MAX_TEXT_BYTES] : [max];
}

function* jsonTexts(parameter: Parameter): Generator<NamedText> {
  const raw = Object.entries(RAW_JSON);
  const shapes = shapesOf(schemaOf(parameter)).map((shape) => ({ shape, ...countsOf(shape) }));
  const isScalar = shapes.every(({ slots, lists }) => slots.length + lists.length === 0);
  turn += 1;
  yield* isScalar ? raw.filter((_text, n) => n % raw.length === turn % raw.length) : raw;
  for (const { shape, slots, lists } of shapes) {
    for (const [list, max] of lists.entries())
      yield [`list ${list} repeated`, () => repeated(shape, list, max)];
    for (const [slot, max] of slots.entries())
      for (const fill of fills)
        for (const size of sizesFor(max))
          yield [`${fill.name}, ${size}`, () => JSON.stringify(withText(shape, slot, fill, size))];
  }
}

/** The text of one slot is large; that of JSON takes more bytes than characters. */
function withText(shape: unknown, slot: number, fill: Fill, size: number): unknown {
  const text = fill.text(size);
  const room = MAX_TEXT_BYTES * (text.length / JSON.stringify(text).length);
  return filled(shape, {
    text: (n) => (n === slot ? cutToBytes(text, Math.floor(room)) : 'x'),
    count: () => 1,
  });
}

/** As many members as fit into a body. */
function repeated(shape: unknown, list: number, max: number | undefined): string {
  const jsonWith = (count: number): string =>
    JSON.stringify(filled(shape, { text: () => 'x', count: (n) => (n === list ? count : 1) }));
  const each = (jsonWith(1_001).length - jsonWith(1).length) / 1_000;
  const most = Math.floor((MAX_TEXT_BYTES * 0.9) / Math.max(each, 1));
  return jsonWith(Math.min(most, max ?? most));
}

/** Texts that are hard on the reader of JSON itself. */
const RAW_JSON: Readonly<Record<string, () => string>> = {
  'lists in lists': () => '['.repeat(MAX_TEXT_BYTES),
  'objects in objects': () => '{"a":'.repeat(MAX_TEXT_BYTES / 5),
  'a number of many digits': () => '9'.repeat(MAX_TEXT_BYTES),
  'a list of numbers': () => `[${'1,'.repeat(MAX_TEXT_BYTES / 2 - 2)}1]`,
  'a list of lists': () => `[${'[],'.repeat(MAX_TEXT_BYTES / 3 - 2)}[]]`,
  'an object of many members': () => `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'a long text': () => `"${'a'.repeat(MAX_TEXT_BYTES - 2)}"`,
  escapes: () => `"${String.raw`\u0061`.repeat(MAX_TEXT_BYTES / 6 - 1)}"`,
  blanks: () => `${' '.repeat(MAX_TEXT_BYTES - 1)}1`,
};

/** A path travels in the request line; most characters take three there. */
function* pathTexts(): Generator<NamedText> {
  for (const fill of fills)
    yield [
      `${fill.name}, in the path`,
      () => {
        const encoded = encodeURIComponent(fill.text(MAX_HEAD_BYTES)).slice(0, MAX_HEAD_BYTES);
        return whole(encoded.replace(/%[0-9A-F]?$/, ''));
      },
    ];
}

/** A cut may have split the bytes of a character. */
function whole(encoded: string): string {
  for (let end = encoded.length; ; end -= 3)
    try {
      return decodeURIComponent(encoded.slice(0, end));
    } catch {
      if (end < 3) return '';
    }
}

/** A request to an operation with the needed parameters, some of them replaced. */
function requestWith(
  endpoint: Endpoint,
  { owner, values }: Ground,
  replaced: Readonly<Record<string, string>>,
): { path: string; call: Call } {
  const { id, method, parameters, auth, takesFile } = endpoint;
  const fields: Record<string, string> = {};
  let path = endpoint.path;
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = replaced[name] ?? values[name] ?? plainText(parameter);
    if (parameter.travel === 'path')
      path = path.replace(new RegExp(String.raw`\{${name}\*?\}`), () => encodeURIComponent(text));
    else if (name in replaced || parameter.absence === 'error' || COMPANIONS[id]?.includes(name) === true)
      fields[name] = text;
  }
  const isRead = method === 'GET';
  const file = takesFile === undefined ? undefined : { name: 'a.txt', content: Buffer.from('x') };
  return {
    path: PREFIX + path,
    call: {
      method: isRead ? 'POST' : method,
      ...(auth === 'none' ? { host: owner.host } : { as: owner }),
      // The body may name the method, so parameters of reads can be as large as those of writes.
      ...multipart(isRead ? { ...fields, method } : fields, file),
    },
  };
}

/** The smallest value of a parameter, as it travels. */
function plainText(parameter: Parameter): string {
  const [shape] = shapesOf(schemaOf(parameter));
  const value = filled(shape, { text: () => 'x', count: () => 1 });
  return parameter.travel === 'json' ? JSON.stringify(value) : String(value);
}
