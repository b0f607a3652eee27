import { getBotStorage, removeBotStorage, updateBotStorage } from '@parley/contract/endpoints/bot-storage.ts';
import { limits } from '@parley/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const refused = { status: 400, code: 'BAD_REQUEST' };

async function bot() {
  const owner = await server.user();
  return (await server.user({ bot: { type: 1, ownerId: owner.id } })).connection;
}

const half = 'x'.repeat(500_000);

test('an update beyond the size limit is rejected as a whole, and shortening a value frees space', async () => {
  const connection = await bot();
  const parts = limits.botStorageLength / half.length;
  for (let i = 0; i < parts; i += 1)
    await connection.call(updateBotStorage, { storage: { [String.fromCodePoint(97 + i)]: half.slice(1) } });
  const tooMuch = connection.call(updateBotStorage, { storage: { a: 'short', more: half } });
  await expect(tooMuch).rejects.toMatchObject(refused);
  await expect(connection.call(getBotStorage, { keys: ['more'] })).rejects.toMatchObject(refused);
  const { storage } = await connection.call(getBotStorage, { keys: ['a'] });
  expect(storage['a']).toHaveLength(half.length - 1);
  await connection.call(updateBotStorage, { storage: { a: '', more: half.slice(5) } });
});

test('sizes are counted in characters, not bytes', async () => {
  const connection = await bot();
  const key = '🔑'.repeat(limits.botStorageKeyLength);
  await connection.call(updateBotStorage, { storage: { [key]: '🔑' } });
  expect(await connection.call(getBotStorage)).toMatchObject({ storage: { [key]: '🔑' } });
  for (const longer of [`${key}x`, `${key} `])
    await expect(connection.call(updateBotStorage, { storage: { [longer]: '' } })).rejects.toMatchObject(
      refused,
    );
});

test('concurrent changes of one bot are all applied', async () => {
  const connection = await bot();
  const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
  await Promise.all(
    keys.map((key, i) => connection.call(updateBotStorage, { storage: { [key]: key, [`k${9 - i}`]: key } })),
  );
  const { storage } = await connection.call(getBotStorage);
  expect(Object.keys(storage).toSorted()).toEqual(keys);
  await Promise.all(keys.map((key) => connection.call(removeBotStorage, { keys: [key] })));
  expect((await connection.call(getBotStorage)).storage).toEqual({});
});

test('a key listed twice counts once', async () => {
  const connection = await bot();
  await connection.call(updateBotStorage, { storage: { a: 'b' } });
  expect((await connection.call(getBotStorage, { keys: ['a', 'a'] })).storage).toEqual({ a: 'b' });
  await connection.call(removeBotStorage, { keys: ['a', 'a'] });
});
