import type { Config } from '../config.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { eyesOf } from '../people/access.ts';
import { idInAddress } from '../people/address.ts';
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
  readonly isComplete: boolean;
};

export const findPrincipals = async (
  tx: Tx,
  actor: Actor,
  config: Pick<Config, 'hosts'>,
  principals: Principals,
): Promise<Found> => {
  const named = await idsOf(tx, actor, config, principals);
  const wanted = principals.length === 0 ? new Set([actor.person.id]) : named.ids;
  const rows = await holdPeople(tx, [...new Set([...wanted, actor.person.id])]);
  const me = rows.find(({ id }) => id === actor.person.id);
  if (me?.is_active !== true) throw lockedOut();
  const people = rows.filter(({ id }) => wanted.has(id));
  return { me, people, isComplete: named.isComplete && people.length === wanted.size };
};

/** Refuses people who do not exist, are not active, or are hidden from the actor. */
export const checkPrincipals = async (
  reader: Reader,
  actor: Actor,
  { people, isComplete }: Found,
): Promise<void> => {
  const sees = await eyesOf(
    reader,
    actor,
    people.map(({ id }) => id),
  );
  if (!isComplete || !people.every(sees)) throw badRequest('There is no such person.');
  if (people.some((person) => !person.is_active)) throw badRequest('Somebody is deactivated.');
};

/** Addresses are those that the API shows: made up, unless everyone may see the real one. */
export const idsOf = async (
  reader: Reader,
  { realm }: Actor,
  config: Pick<Config, 'hosts'>,
  principals: Principals,
): Promise<{ ids: Set<number>; isComplete: boolean }> => {
  const texts = principals.filter((principal) => typeof principal === 'string');
  const ids = new Set(principals.filter((principal) => typeof principal === 'number'));
  const real = new Set<string>();
  for (const text of texts) {
    const id = idInAddress(config.hosts, realm.subdomain, text.trim());
    if (id === undefined) real.add(text.trim().toLowerCase());
    else ids.add(id);
  }
  if (real.size === 0) return { ids, isComplete: true };
  const rows = await reader.all(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = any(${[...real]}::text[])`)
      .where('email_visibility', '=', 1),
  );
  for (const { id } of rows) ids.add(id);
  return { ids, isComplete: rows.length === real.size };
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
