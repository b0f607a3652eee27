import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { grant } from '@parley/server/app/cli/commands/grant.ts';
import { realmNamed } from '@parley/server/app/cli/find.ts';
import type { RunningServer } from '@parley/server/app/start.ts';
import { q, sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import type { Actor, UserRow } from '@parley/server/http/actor.ts';
import { beginKey } from '@parley/server/organization/credentials/begin.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { realmOf } from '@parley/server/organization/users/queries.ts';
import { bots, former, owner, users, type SampleUser } from './users.ts';

/** The users and bots of the sample organization, by their keys. */
export type Cast = {
  readonly realmId: number;
  readonly keys: readonly string[];
  idOf(key: string): number;
  as(key: string): Connection;
  actor(key: string): Actor;
};

/** Value of the policies that follow and unmute topics for none. */
const NEVER = 4;

/** Creates all users in one transaction, then the bots, and returns them. */
export async function hireCast(server: RunningServer, realmId: number, password: string): Promise<Cast> {
  const { world, url } = server;
  const passwordHash = await hashPassword(password);
  const ids = new Map<string, number>();
  const connections = new Map<string, Connection>();
  await world.write(realmId, async (tx) => {
    for (const sample of [owner, ...users, former]) {
      const { user, apiKey } = await createUserWithKey(tx, world, newUser(sample, passwordHash));
      await tx.all(
        sql`update realm_user set timezone = ${sample.timezone} where realm_id = ${realmId} and id = ${user.id}`,
      );
      ids.set(sample.key, user.id);
      connections.set(sample.key, connect(url, sample.email, apiKey));
    }
    await grant(tx, find(ids, owner.key), { canCreateUsers: true, canChangeUserEmails: true });
    // The clock of the database may be another one, on which these log-ins are not recent.
    const at = new Date(world.clock.now());
    await tx.all(sql`update credential set created_at = ${at} where realm_id = ${realmId}`);
  });
  for (const { key, name, shortName, owner: creator } of bots) {
    const request = { full_name: name, short_name: shortName };
    ids.set(key, (await find(connections, creator).call(createBot, request)).user_id);
  }
  return assemble(realmId, ids, connections, await readActors(world, realmId));
}

/** The users of an organization that an earlier start has filled. */
export async function castOf({ world, url }: Pick<RunningServer, 'world' | 'url'>): Promise<Cast> {
  const realmId = (await realmNamed(world.pool, 'root')).id;
  const actors = await readActors(world, realmId);
  const ids = new Map<string, number>();
  const connections = new Map<string, Connection>();
  for (const { key, email } of [owner, ...users]) {
    const user = [...actors.values()].find((actor) => actor.user.delivery_email === email)?.user;
    if (user === undefined) continue;
    ids.set(key, user.id);
    connections.set(key, connect(url, email, await demoKey(world, user)));
  }
  return assemble(realmId, ids, connections, actors);
}

/** A key of the demo itself; every start begins a new one. */
export function demoKey(world: World, user: UserRow): Promise<string> {
  return world.write(user.realm_id, (tx) => beginKey(tx, user, { name: 'Demo' }));
}

function assemble(
  realmId: number,
  ids: ReadonlyMap<string, number>,
  connections: ReadonlyMap<string, Connection>,
  actors: ReadonlyMap<number, Actor>,
): Cast {
  return {
    realmId,
    keys: [owner, ...users].map(({ key }) => key),
    idOf: (key) => find(ids, key),
    as: (key) => find(connections, key),
    actor: (key) => find(actors, find(ids, key)),
  };
}

function newUser({ email, name, role }: SampleUser, passwordHash: string) {
  return {
    email,
    fullName: name,
    role,
    passwordHash,
    settings: {
      twenty_four_hour_time: true,
      automatically_follow_topics_policy: NEVER,
      automatically_follow_topics_where_mentioned: false,
      automatically_unmute_topics_in_muted_streams_policy: NEVER,
    },
  };
}

function connect(url: string, email: string, apiKey: string): Connection {
  return createConnection({ url, credentials: { email, apiKey }, userAgent: 'ParleyDemo/1.0' });
}

async function readActors(world: World, realmId: number): Promise<ReadonlyMap<number, Actor>> {
  return world.write(realmId, async (tx) => {
    const realm = await realmOf(tx);
    const rows = await tx.all(q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId));
    return new Map(rows.map((user) => [user.id, { realm, user }]));
  });
}

function find<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The demo has no user ${String(key)}.`);
  return found;
}
