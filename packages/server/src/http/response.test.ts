import { expect, test } from 'vitest';
import { success } from './response.ts';
import { EncodedResult } from './route.ts';

async function bodyOf(result: unknown, ignored: string[] = []): Promise<unknown> {
  const { body } = await success(result, ignored);
  return JSON.parse(typeof body === 'string' ? body : Buffer.concat(body as Buffer[]).toString());
}

test('the members of a result are siblings of result and msg', async () => {
  expect(await bodyOf({ a: 1, b: undefined, c: null })).toEqual({
    result: 'success',
    msg: '',
    a: 1,
    c: null,
  });
  expect(await bodyOf(undefined)).toEqual({ result: 'success', msg: '' });
  expect(await bodyOf(new EncodedResult(['"x":', Buffer.from('"é"'), ',"z":', '[]']), ['y'])).toEqual({
    result: 'success',
    msg: '',
    x: 'é',
    z: [],
    ignored_parameters_unsupported: ['y'],
  });
  expect(await bodyOf(new EncodedResult('"x":1'), ['y'])).toEqual({
    result: 'success',
    msg: '',
    x: 1,
    ignored_parameters_unsupported: ['y'],
  });
});

test('a long list encoded in pieces decodes to the same value', async () => {
  const items = Array.from({ length: 2_500 }, (_, id) => ({ id, name: `"${id}\n` }));
  const result = { count: 2_500, items, nothing: undefined, empty: [], text: 'ü' };
  expect(await bodyOf(result)).toEqual({
    result: 'success',
    msg: '',
    count: 2_500,
    items,
    empty: [],
    text: 'ü',
  });
});

test('a list of long items is encoded in short pieces', async () => {
  const items = Array.from({ length: 60 }, () => 'é'.repeat(100_000));
  const { body } = await success({ items }, []);
  const pieces = body as Buffer[];
  expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ items });
  // The first piece has more items, before their length is known.
  expect(pieces.filter(({ length }) => length > 600_000)).toHaveLength(1);
});

test('encoding a long list does not block the event loop', async () => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  const items = Array.from({ length: 50_000 }, (_, id) => ({ id, name: 'x'.repeat(200) }));
  await success({ items }, []);
  clearInterval(other);
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ['gzip', true],
  ['br, gzip;q=0.5, *;q=0', true],
  ['deflate, X-GZIP', true],
  ['gzip;q=0, br', false],
  ['br', false],
  [undefined, false],
])('pieces are compressed with Accept-Encoding %s: %s', async (accepted, isCompressed) => {
  const { headers } = await success(new EncodedResult(['"x":1']), [], accepted);
  expect(headers['content-encoding'] === 'gzip').toBe(isCompressed);
  expect(headers['vary']).toContain('Accept-Encoding');
});
