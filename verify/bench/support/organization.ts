import { createConnection, type Connection } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import type { World } from '@parley/server/http/world.ts';

export type Member = {
  readonly id: number;
  /** Request headers with host and credentials. */
  readonly headers: string;
  readonly connection: Connection;
};

export type Organization = {
  readonly realmId: number;
  readonly members: readonly Member[];
  readonly channels: readonly { readonly id: number; readonly conversationId: number }[];
};

/** A request creates at most so many. */
const CHANNELS_PER_REQUEST = 100;

/** An organization whose members are subscribed to all its channels. */
export async function makeOrganization(
  world: World,
  serverUrl: string,
  wanted: { subdomain: string; members: number; channels: number },
): Promise<Organization> {
  const { subdomain } = wanted;
  const realmId = await createRealm(world.pool, { subdomain, name: `Organization ${subdomain}` });
  const host = subdomain === '' ? 'parley.test' : `${subdomain}.parley.test`;
  const members: Member[] = [];
  for (let n = 1; n <= wanted.members; n += 1) {
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, {
        email: `user${n}@example.com`,
        fullName: `User ${n}`,
        role: n === 1 ? 100 : 400,
      }),
    );
    const credentials = { email: user.delivery_email, apiKey };
    const basic = Buffer.from(`${credentials.email}:${apiKey}`).toString('base64');
    members.push({
      id: user.id,
      headers: `host: ${host}\r\nauthorization: Basic ${basic}\r\nuser-agent: bench/1.0\r\n`,
      connection: createConnection({ url: serverUrl, credentials, fetch: fetchAt(host) }),
    });
  }
  const names = Array.from({ length: wanted.channels }, (_, n) => ({ name: `channel ${n + 1}` }));
  for (let at = 0; at < names.length; at += CHANNELS_PER_REQUEST)
    await members[0]?.connection.call(subscribe, {
      subscriptions: names.slice(at, at + CHANNELS_PER_REQUEST),
      principals: members.map(({ id }) => id),
    });
  const rows = await world.pool.all(
    q.selectFrom('channel').select(['id', 'conversation_id']).where('realm_id', '=', realmId).orderBy('id'),
  );
  return {
    realmId,
    members,
    channels: rows.map((row) => ({ id: row.id, conversationId: row.conversation_id })),
  };
}
