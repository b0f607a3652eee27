import { createConnection, type Connection } from '@parley/client/connection.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { beginKey } from '@parley/server/organization/credentials/begin.ts';
import { fetchAt } from './fetch-at.ts';
import type { TestServer, TestUser } from './harness.ts';

/** The place of an organization: its server, number and address. */
export type Place = { readonly server: TestServer; readonly realmId: number; readonly host: string };

/** A connection of a user with a new key, such as after an import, which has no keys. */
export async function connectAt(
  { server, realmId, host }: Place,
  { id, email }: Pick<TestUser, 'id' | 'email'>,
): Promise<Connection> {
  const apiKey = await server.server.world.write(realmId, async (tx) => {
    const user = await tx.first(
      q
        .selectFrom('realm_user')
        .select(['id', 'password_hash'])
        .where('realm_id', '=', realmId)
        .where('id', '=', id),
    );
    if (user === undefined) throw new Error(`The organization has no user ${id}.`);
    return beginKey(tx, user, { name: 'test' });
  });
  return createConnection({ url: server.url, credentials: { email, apiKey }, fetch: fetchAt(host) });
}

const OF_PLACE: readonly string[] = [
  'queue_id',
  'server_timestamp',
  'realm_uuid',
  'presences',
  'presence_last_update_id',
];

/** The snapshot of a user's registration without what belongs to the place of the organization, presence and other times. */
export async function portableState(place: Place, user: Pick<TestUser, 'id' | 'email'>): Promise<unknown> {
  const connection = await connectAt(place, user);
  const state = await connection.call(registerQueue, {
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  });
  const text = JSON.stringify(state, (name, value: unknown) => (OF_PLACE.includes(name) ? undefined : value))
    .replaceAll(place.host, 'parley.test')
    // Names of pictures of people come from the secret of the server.
    .replaceAll(/\/user_avatars\/\d+\/(u?)[0-9a-f]{40}/g, '/user_avatars/1/$1name')
    .replaceAll(`/user_avatars/${place.realmId}/`, '/user_avatars/1/');
  return JSON.parse(text);
}
