import type { RawBuilder } from 'kysely';
import { endQueuesOf } from '../../people/end-queues.ts';
import { sql, type Reader } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { PersonRow } from '../../people/person.ts';
import { changePolicy } from '../../topics/set-policy.ts';

/** A topic of a channel. */
export type TopicPlace = { readonly channelId: number; readonly topic: string };

/** Beyond this many people with wishes, it is cheaper for them to register anew. */
export const MOST_PEOPLE = 100;

/** Takes back everybody's wish about a topic that is no more. */
export const forgetWishes = async (tx: Tx, place: TopicPlace, now: number): Promise<void> => {
  const people = await holdWishers(tx, [place]);
  if (people.length > MOST_PEOPLE) {
    await dropWishes(tx, [place]);
    await endQueuesOf(
      tx,
      people.map(({ id }) => id),
    );
  } else for (const person of people) await changePolicy(tx, person, { ...place, policy: 0 }, now);
};

/**
 * Everybody who has a wish about one of some topics, and some others; nobody else changes what they wish until
 * the transaction ends.
 */
export const holdWishers = (
  tx: Tx,
  places: readonly TopicPlace[],
  others: readonly number[] = [],
): Promise<PersonRow[]> =>
  tx.all(
    sql<PersonRow>`
      select p.* from person p
      where p.realm_id = ${tx.realmId} and (
        p.id = any(${[...others]}::bigint[]) or p.id in (select w.person_id ${wishesAbout(tx.realmId, places)})
      ) order by p.id for no key update of p`,
  );

export const wishersOf = async (tx: Tx, places: readonly TopicPlace[]): Promise<number[]> => {
  const rows = await tx.all(
    sql<{ person_id: number }>`select distinct w.person_id ${wishesAbout(tx.realmId, places)}`,
  );
  return rows.map(({ person_id }) => person_id);
};

/** What people wish about one topic. */
export const wishesIn = async (
  reader: Reader,
  realmId: number,
  place: TopicPlace,
): Promise<Map<number, number>> => {
  const rows = await reader.all(
    sql<{ person_id: number; policy: number }>`select w.person_id, w.policy ${wishesAbout(realmId, [place])}`,
  );
  return new Map(rows.map(({ person_id, policy }) => [person_id, policy]));
};

export const dropWishes = async (tx: Tx, places: readonly TopicPlace[]): Promise<void> => {
  await tx.all(
    sql`delete from topic_policy where ctid in (select w.ctid ${wishesAbout(tx.realmId, places)})`,
  );
};

const wishesAbout = (realmId: number, places: readonly TopicPlace[]): RawBuilder<unknown> => sql`
  from topic_policy w join unnest(
    ${places.map(({ channelId }) => channelId)}::bigint[], ${places.map(({ topic }) => topic)}::text[]
  ) as t (channel_id, topic) on w.channel_id = t.channel_id and lower(w.topic) = lower(t.topic)
  where w.realm_id = ${realmId}`;
