import { sessionCookies } from '@parley/contract/endpoints/sessions.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { createBot } from '@parley/server/organization/bots/create.ts';
import type { DisposableWorld } from '@parley/server/app/world.ts';
import { q, sql } from '@parley/server/engine/db/sql.ts';
import { beginSession } from '@parley/server/organization/credentials/begin.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import type { UserRow } from '@parley/server/http/actor.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { findRealm } from '@parley/server/engine/db/realm.ts';
import type { Actor } from './requests.ts';
import type { Known } from './values.ts';

export type Population = {
  readonly actors: readonly Actor[];
  readonly known: Known;
  /** Restores the accounts, so that later calls can authenticate. */
  readonly repair: () => Promise<void>;
};

const BOT = { allPublicChannels: false, payloadUrl: '', interface: 1, config: {} };

/** Creates users of every kind in one organization, and an owner of another. */
export async function populate(world: DisposableWorld): Promise<Population> {
  const home = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const away = await createRealm(world.pool, { subdomain: 'other', name: 'Other' });
  const actors: Actor[] = [];
  const add = async (name: string, role: Role, realmId = home, host?: string): Promise<UserRow> => {
    const email = `${name}@example.com`;
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName: name, role }),
    );
    const token = await world.write(realmId, (tx) => beginSession(tx, user, { name: 'Browser' }));
    const browser = host === undefined ? { cookie: `${sessionCookies.secure}=${token}` } : { host };
    actors.push({ name, email, key: apiKey, ...browser });
    return user;
  };
  const owner = await add('owner', 100);
  await add('administrator', 200);
  await add('moderator', 300);
  await add('member', 400);
  await add('guest', 600);
  await add('stranger', 100, away, 'other.parley.test');
  const realm = await findRealm(world.pool, '');
  if (realm === undefined) throw new Error('The organization is missing.');
  for (const [name, type] of [
    ['bot', 1],
    ['webhook', 2],
  ] as const) {
    const email = `${name}@example.com`;
    const { apiKey } = await world.write(home, (tx) =>
      createBot(tx, world, { realm, user: owner }, { ...BOT, type, fullName: name, email }),
    );
    actors.push({ name, email, key: apiKey });
  }
  await world.pool.all(
    sql`update realm_user set can_create_users = true, can_change_user_emails = true where role = 100`,
  );
  const users = await world.pool.all(q.selectFrom('realm_user').selectAll());
  await world.pool.all(sql`create table fuzz_credential as table credential`);
  return {
    actors,
    known: {
      wild: true,
      ids: [...users.map((user) => user.id), ...Array.from({ length: 12 }, (_, i) => i + 1)],
      texts: [
        'inbox',
        'acme.com',
        '#(?P<id>[0-9]+)',
        'https://example.com/{id}',
        ...actors.map(({ email }) => email),
      ],
    },
    repair: () => repair(world, users),
  };
}

async function repair(world: DisposableWorld, users: readonly UserRow[]): Promise<void> {
  for (const { realm_id, id, settings: _settings, date_joined: _joined, ...columns } of users)
    await world.pool.all(
      q.updateTable('realm_user').set(columns).where('realm_id', '=', realm_id).where('id', '=', id),
    );
  // A deactivation or a new password ends credentials.
  await world.pool.all(
    sql`insert into credential overriding system value select * from fuzz_credential on conflict do nothing`,
  );
  await world.pool.all(sql`delete from login_attempt`);
}
