import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemGroupIds } from '../../groups/rows.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import type { Stage } from '@parley/test-support/replay/acts.ts';
import { createCast, secretsOf, watchersOf } from '@parley/test-support/replay/cast.ts';
import { acquaintanceActs } from '@parley/test-support/replay/guests.ts';
import { startReplay } from '@parley/test-support/replay/replay.ts';

let server: TestServer;
let stage: Stage;

beforeAll(async () => {
  server = await startTestServer();
  const cast = await createCast(server);
  const ids = await systemGroupIds(server.server.world.pool, server.realmId);
  await cast.owner.connection.call(updateRealm, {
    can_access_all_users_group: { new: ids['role:members'] },
  });
  const replay = await startReplay(watchersOf(cast), secretsOf(cast));
  stage = { server, cast, replay, secret: (_, text) => text, address: (_, email) => email };
});
afterAll(() => server.stop());

for (const { name, run, forgets } of acquaintanceActs())
  test(`[L-3] snapshot + events = fresh snapshot when ${name}`, async () => {
    expect(await stage.replay.run(() => run(stage), forgets?.(stage.cast))).toEqual([]);
  });

test('guests receive events when users become visible to them or hidden from them', () => {
  expect([...stage.replay.kinds]).toEqual(expect.arrayContaining(['realm_user/add', 'realm_user/remove']));
});
