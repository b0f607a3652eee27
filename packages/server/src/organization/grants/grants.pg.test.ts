import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createGrant, endGrant } from '@parley/contract/endpoints/grants.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { scopeNames, type Scope } from '@parley/contract/scopes.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { sql } from '../../engine/db/sql.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }));
});
afterAll(() => server.stop());

const REVOKED = { code: 'UNAUTHORIZED', status: 401 };

async function programOf(
  user: TestUser,
  ...scopes: readonly Scope[]
): Promise<{ id: number; token: string; connection: Connection }> {
  const { grant, token } = await user.connection.call(createGrant, { name: 'a script', scopes: [...scopes] });
  const credentials = { email: user.email, apiKey: token };
  return { id: grant.id, token, connection: createConnection({ url: server.url, credentials }) };
}

function get(path: string, token: string): Promise<Response> {
  return fetch(server.url + path, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
}

test('[CR2] [CR23] the database has only the hash of a token, and its end', async () => {
  const { id, token } = await programOf(await server.user(), 'react');
  const row = await server.server.world.pool.first(
    sql<object>`select kind, secret_hash, token_end, scopes from credential where id = ${id}`,
  );
  expect(row).toEqual({
    kind: 'grant',
    secret_hash: hashOf(token),
    token_end: token.slice(-4),
    scopes: ['react'],
  });
});

test('[CR4] the end of a grant ends its poll and its queue, and those of no other credential', async () => {
  const ada = await server.user();
  const program = await programOf(ada, 'follow_events');
  const own = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
  const { queue_id, last_event_id } = await program.connection.call(registerQueue, {
    event_types: ['drafts'],
  });
  const { world } = server.server;
  const poll = program.connection
    .call(getEvents, { queue_id, last_event_id })
    .catch((error: unknown) => error);
  await expect.poll(() => world.hub.size.waiting).toBe(1);
  await ada.connection.call(endGrant, { grant_id: program.id });
  expect(await poll).toMatchObject(REVOKED);
  const queues = await world.pool.all(
    sql<{ id: string }>`select id from event_queue where user_id = ${ada.id}`,
  );
  expect(queues).toEqual([{ id: own.queue_id }]);
});

test('[CR10] a grant is refused from its end on', async () => {
  const program = await programOf(await server.user(), 'see_directory');
  await server.server.world.pool.all(
    sql`update credential set expires_at = now() - interval '1 second' where id = ${program.id}`,
  );
  await expect(program.connection.call(getOwnUser)).rejects.toMatchObject(REVOKED);
});

test('[CR25] a grant at its limit does not stop its user or another grant', async () => {
  const ada = await server.user();
  await server.server.world.pool.all(sql`update realm_user set rate_limits = '600:5' where id = ${ada.id}`);
  const [busy, idle] = [await programOf(ada, 'see_directory'), await programOf(ada, 'see_directory')];
  for (let count = 0; count < 5; count += 1) await busy.connection.call(getOwnUser);
  await expect(busy.connection.call(getOwnUser)).rejects.toMatchObject({ status: 429 });
  await ada.connection.call(getOwnUser);
  await idle.connection.call(getOwnUser);
});

test('[CR24] files and avatars need the scope of what they show', async () => {
  const ada = await server.user();
  const { body } = await sendFiles(server, ada, '/user_uploads', [Buffer.from('a plan')]);
  const paths: Readonly<Record<string, Scope>> = {
    [String(body['url'])]: 'read_messages',
    [`/avatar/${ada.id}`]: 'see_directory',
  };
  for (const [path, scope] of Object.entries(paths)) {
    const others = scopeNames.filter((name) => name !== scope);
    const [without, having] = [await programOf(ada, ...others), await programOf(ada, scope)];
    expect([path, (await get(path, without.token)).status]).toEqual([path, 403]);
    expect([path, (await get(path, having.token)).status < 400]).toEqual([path, true]);
  }
});

test('[CR24] a stream of events needs the scope that follows events', async () => {
  const { token } = await programOf(await server.user(), 'read_messages');
  const address = `${server.url.replace('http', 'ws')}/api/v1/events/stream?queue_id=none&last_event_id=0`;
  const socket = new Socket(address, { headers: { authorization: `Bearer ${token}` } });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(403);
  socket.on('error', () => {}).terminate();
});
