import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { createFirstChannels } from '../../organization/realm/first-channels.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let channels: { id: number; name: string; is_default: boolean }[];
beforeAll(async () => {
  server = await startTestServer();
  await server.server.world.write(server.realmId, createFirstChannels);
  channels = await server.server.world.pool.all(
    q.selectFrom('channel').select(['id', 'name', 'is_default']).orderBy('id'),
  );
});
afterAll(() => server.stop());

test('a new organization has three default channels', () => {
  expect(channels.map(({ name, is_default }) => [name, is_default])).toEqual([
    ['parley', true],
    ['sandbox', true],
    ['general', true],
  ]);
});
