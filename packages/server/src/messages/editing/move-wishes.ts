import { endQueuesOf } from '../../people/end-queues.ts';
import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { PersonRow } from '../../people/person.ts';
import { changePolicy } from '../../topics/set-policy.ts';
import { readersNow } from './moved-audience.ts';
import { policyAfterMove, type Policy } from './moved-policy.ts';
import type { Move } from './plan-move.ts';
import { dropWishes, MOST_PEOPLE, wishesIn, type TopicPlace } from './wishes.ts';

type Wish = { readonly person: PersonRow; readonly policy: Policy };

/**
 * What people wish about a topic follows it to another one. Who cannot read the target keeps what they wished
 * about that one. The wishers are held.
 */
export const moveWishes = async (
  tx: Tx,
  { source, target, topic }: Move,
  oldTopic: string,
  hadMessages: boolean,
  wishers: readonly PersonRow[],
  now: number,
): Promise<void> => {
  const from: TopicPlace = { channelId: source.id, topic: oldTopic };
  const to: TopicPlace = { channelId: target.id, topic };
  const wishedThere = await wishesIn(tx, tx.realmId, from);
  const wishedHere = await wishesIn(tx, tx.realmId, to);
  const readers = await readersAmong(tx, target, wishers);
  const wishes = wishers
    .filter(({ id }) => wishedThere.has(id) || wishedHere.has(id))
    .map((person): Wish => {
      const before = wishedThere.get(person.id) ?? 0;
      const here = wishedHere.get(person.id) ?? 0;
      return { person, policy: policyAfterMove(readers.has(person.id) ? before : here, here, hadMessages) };
    });
  if (wishes.length > MOST_PEOPLE) return changeMany(tx, from, to, wishes, now);
  for (const { person, policy } of wishes) {
    await changePolicy(tx, person, { ...from, policy: 0 }, now);
    await changePolicy(tx, person, { ...to, policy }, now);
  }
};

const readersAmong = async (
  tx: Tx,
  target: Move['target'],
  people: readonly PersonRow[],
): Promise<ReadonlySet<number>> => {
  const rows = await tx.all(
    sql<{ id: number }>`select p.id from person p
      where p.realm_id = ${tx.realmId} and p.id = any(${people.map(({ id }) => id)}::bigint[])
        and (${await readersNow(tx, target)})`,
  );
  return new Set(rows.map(({ id }) => id));
};

const changeMany = async (
  tx: Tx,
  from: TopicPlace,
  to: TopicPlace,
  wishes: readonly Wish[],
  now: number,
): Promise<void> => {
  await dropWishes(tx, [from, to]);
  await tx.all(sql`
    insert into topic_policy (realm_id, person_id, channel_id, topic, policy, updated_at)
    select ${tx.realmId}, w.person_id, ${to.channelId}, ${to.topic}, w.policy, ${new Date(now)}
    from unnest(
      ${wishes.map(({ person }) => person.id)}::bigint[], ${wishes.map(({ policy }) => policy)}::smallint[]
    ) as w (person_id, policy) where w.policy > 0`);
  await endQueuesOf(
    tx,
    wishes.map(({ person }) => person.id),
  );
};
