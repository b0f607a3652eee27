import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateRealm } from '@parley/contract/endpoints/realm.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function organization(subdomain: string) {
  const realmId = await server.realm(subdomain);
  const host = `${subdomain}.parley.test`;
  const user = (role: Role) => server.user({ realmId, host, role });
  return {
    realmId,
    owner: await user(roles.owner),
    admin: await user(roles.administrator),
    member: await user(roles.member),
  };
}

async function listen(who: TestUser, event_types: string[]) {
  const { queue_id, last_event_id } = await who.connection.call(registerQueue, { event_types });
  return who.connection.call(getEvents, { queue_id, last_event_id });
}

function settled(promise: Promise<unknown>) {
  return promise.then(String, (error: unknown) => error);
}

test('deactivating an organization publishes an event, ends all polls and rejects all credentials', async () => {
  const { realmId, owner, member } = await organization('closing');
  const telling = listen(member, ['realm']);
  const silent = settled(listen(member, ['drafts']));
  const other = await organization('open');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await owner.connection.call(deactivateRealm, { deletion_delay_days: 14 });
  expect((await telling).events).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: realmId }]);
  expect(await silent).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  for (const who of [owner, member])
    await expect(who.connection.call(registerQueue)).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    });
  await other.member.connection.call(registerQueue);
  expect(await member.connection.call(getServerSettings)).toMatchObject({ realm_name: 'Realm closing' });
  const row = await server.server.world.pool.first(
    sql<{ days: number }>`
      select extract(day from scheduled_deletion_at - deactivated_at)::int as days
      from realm where id = ${realmId}`,
  );
  expect(row?.days).toBe(14);
});
