import type { Role } from '@parley/contract/primitives.ts';
import { createBot } from '../../packages/server/src/bots/create.ts';
import type { LivingWorld } from '../../packages/server/src/build-world.ts';
import { q, sql } from '../../packages/server/src/db/sql.ts';
import { createPerson } from '../../packages/server/src/people/create-person.ts';
import type { PersonRow } from '../../packages/server/src/people/person.ts';
import { createRealm } from '../../packages/server/src/realm/create-realm.ts';
import { findRealm } from '../../packages/server/src/realm/realm.ts';
import type { Actor } from './requests.ts';
import type { Known } from './values.ts';

export type Population = {
  readonly actors: readonly Actor[];
  readonly known: Known;
  /** Undoes what calls did to the actors, so that later calls still get in. */
  readonly repair: () => Promise<void>;
};

const BOT = { allPublicChannels: false, payloadUrl: '', interface: 1, config: {} };

/** People of every kind in one organization, and an owner of another. */
export const populate = async (world: LivingWorld): Promise<Population> => {
  const home = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const away = await createRealm(world.pool, { subdomain: 'other', name: 'Other' });
  const actors: Actor[] = [];
  const add = async (name: string, role: Role, realmId = home, host?: string): Promise<PersonRow> => {
    const email = `${name}@example.com`;
    const { person, apiKey } = await world.write(realmId, (tx) =>
      createPerson(tx, world, { email, fullName: name, role }),
    );
    actors.push({ name, email, key: apiKey, ...(host === undefined ? {} : { host }) });
    return person;
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
      createBot(tx, world, { realm, person: owner }, { ...BOT, type, fullName: name, email }),
    );
    actors.push({ name, email, key: apiKey });
  }
  await world.pool.all(
    sql`update person set can_create_users = true, can_change_user_emails = true where role = 100`,
  );
  const people = await world.pool.all(q.selectFrom('person').selectAll());
  return {
    actors,
    known: {
      wild: true,
      ids: [...people.map((person) => person.id), ...Array.from({ length: 12 }, (_, i) => i + 1)],
      texts: [
        'inbox',
        'acme.com',
        '#(?P<id>[0-9]+)',
        'https://example.com/{id}',
        ...actors.map(({ email }) => email),
      ],
    },
    repair: () => repair(world, people),
  };
};

const repair = async (world: LivingWorld, people: readonly PersonRow[]): Promise<void> => {
  for (const { realm_id, id, settings: _settings, date_joined: _joined, ...columns } of people)
    await world.pool.all(
      q.updateTable('person').set(columns).where('realm_id', '=', realm_id).where('id', '=', id),
    );
  await world.pool.all(sql`delete from login_attempt`);
};
