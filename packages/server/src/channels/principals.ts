import type { Config } from '../config.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { eyesOf } from '../people/access.ts';
import { findNamedUsers, refuseUnknownUsers, type NamedUsers } from '../people/find-person.ts';
import { SYSTEM_ROLE, type Actor, type PersonRow } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';

export type Principals = readonly (string | number)[];

/** Whoever names oneself in another way than by the id acts as if for others. */
export const isForOthers = (me: Pick<PersonRow, 'id'>, principals: Principals): boolean =>
  principals.some((principal) => principal !== me.id);

/** The actor, and everybody who was named; none of them changes before the transaction ends. */
export type Found = {
  readonly me: PersonRow;
  readonly people: readonly PersonRow[];
  readonly named: NamedUsers;
};

export const findPrincipals = async (
  tx: Tx,
  actor: Actor,
  config: Pick<Config, 'hosts'>,
  principals: Principals,
): Promise<Found> => {
  const self = actor.person.id;
  const named = await findNamedUsers(tx, config, actor, principals.length === 0 ? [self] : principals);
  const wanted = new Set([...named.values()].filter((id) => id !== undefined));
  const rows = await holdPeople(tx, [...new Set([...wanted, self])]);
  const me = rows.find(({ id }) => id === self);
  if (me?.is_active !== true) throw lockedOut();
  const people = rows.filter(({ id }) => wanted.has(id));
  return { me, people, named };
};

/** Refuses people who do not exist, are not active, or are hidden from the actor. */
export const checkPrincipals = async (
  reader: Reader,
  actor: Actor,
  { people, named }: Found,
): Promise<void> => {
  const sees = await eyesOf(
    reader,
    actor,
    people.map(({ id }) => id),
  );
  refuseUnknownUsers(named, new Set(people.filter(sees).map(({ id }) => id)));
  if (people.some((person) => !person.is_active)) throw badRequest('Somebody is deactivated.');
};

/** Who acts, as they are now and stay until the transaction ends. */
export const findActor = async (tx: Tx, actor: Actor): Promise<PersonRow> => {
  const [me] = await holdPeople(tx, [actor.person.id]);
  if (me?.is_active !== true) throw lockedOut();
  return me;
};

const lockedOut = (): Problem => new Problem('UNAUTHORIZED', 'The credentials are no longer valid.');

const holdPeople = (tx: Tx, ids: readonly number[]): Promise<PersonRow[]> =>
  tx.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('role', '!=', SYSTEM_ROLE)
      .orderBy('id')
      .forShare(),
  );
