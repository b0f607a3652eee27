import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only, type Audience } from '../log/audience.ts';
import { readProfiles } from '../profile-fields/queries.ts';
import { repeatStatus } from '../user-status/tell-status.ts';
import type { Acquaintance } from './acquaintance.ts';
import { domainOf } from './address.ts';
import { rolesSeeing } from './email-visibility.ts';
import { endGuestsQueues } from './end-guests-queues.ts';
import { presentPerson, presentUnknown, sightOfAudience } from './present.ts';
import { realmOf } from './queries.ts';
import type { Server } from './server.ts';

/** Beyond this many people who come into sight or leave it, a guest's clients read everything again. */
const MOST_TOLD = 500;

/** Shows people to guests who know them from now on. Who comes into sight stays as shown until the transaction ends. */
export const introduceToGuests = async (
  tx: Tx,
  server: Server,
  gained: readonly Acquaintance[],
): Promise<void> => {
  const guestsOf = await tellable(tx, gained);
  if (guestsOf.size === 0) return;
  const realm = await realmOf(tx);
  const people = await tx.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...guestsOf.keys()]}::bigint[])`)
      .orderBy('id')
      .forShare(),
  );
  const profiles = await readProfiles(tx, tx.realmId, people);
  for (const person of people) {
    const audience = guestsOf.get(person.id) ?? only();
    const sight = sightOfAudience(
      server,
      realm.subdomain,
      rolesSeeing(person.email_visibility).includes(600),
    );
    const shown = presentPerson(person, sight, profiles.get(person.id) ?? {});
    tx.emit(audience, { type: 'realm_user', op: 'add', person: shown });
    if (person.is_active) await repeatStatus(tx, person, audience);
  }
};

/** Takes people from guests who no longer know them. Clients whose list has no holes get somebody unknown instead. */
export const hideFromGuests = async (
  tx: Tx,
  server: Server,
  lost: readonly Acquaintance[],
): Promise<void> => {
  const guestsOf = await tellable(tx, lost);
  if (guestsOf.size === 0) return;
  const { subdomain } = await realmOf(tx);
  for (const [id, audience] of guestsOf) {
    const unknown = presentUnknown(id, domainOf(server.config.hosts, subdomain));
    const { user_id, full_name } = unknown;
    tx.emit(audience, { type: 'realm_user', op: 'remove', person: { user_id, full_name } });
    tx.emit(audience, { type: 'realm_user', op: 'add', person: unknown });
  }
};

/** The guests to be told of each person. */
const tellable = async (tx: Tx, pairs: readonly Acquaintance[]): Promise<ReadonlyMap<number, Audience>> => {
  const peopleOf = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const crowded = [...peopleOf].filter(([, people]) => people.length > MOST_TOLD).map(([id]) => id);
  await endGuestsQueues(tx, crowded);
  const told = pairs.filter(({ guest_id }) => !crowded.includes(guest_id));
  return new Map(
    Array.from(
      Map.groupBy(told, ({ person_id }) => person_id),
      ([id, guests]) => [id, only(...guests.map(({ guest_id }) => guest_id))],
    ),
  );
};
