import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { hidesPeopleNow } from './access.ts';
import { acquaintancesOf, type Acquaintance } from './acquaintance.ts';
import { endGuestsQueues } from './end-guests-queues.ts';
import { isBot, isGuest, type PersonRow } from './person.ts';
import type { Server } from './server.ts';
import { hideFromGuests, introduceToGuests } from './tell-acquaintances.ts';

/** To be called when the change is made: tells guests who came into their sight, and who left it. */
export type TellGuests = () => Promise<void>;

/** Beyond this many pairs, comparing them costs more than letting the guests' clients read everything again. */
const MOST_PAIRS = 100_000;

/** Looks at what guests see in some channels before some people come to them or leave them. */
export const watchComingAndGoing = async (
  tx: Tx,
  server: Server,
  channelIds: readonly number[],
  personIds: readonly number[],
): Promise<TellGuests> => {
  if (!(await hidesPeopleNow(tx, tx.realmId))) return tellNobody;
  await oneAtATime(tx);
  const { guests, people } = await peopleIn(tx, channelIds, personIds);
  const moving = new Set(personIds);
  return watch(tx, server, [
    { guests: guests.filter((id) => moving.has(id)), people },
    { guests: guests.filter((id) => !moving.has(id)), people: people.filter((id) => moving.has(id)) },
  ]);
};

/**
 * The same before a channel is archived, or comes back. All who are in it are held, so that nothing about them is on
 * its way to those who could see them before.
 */
export const watchArchiving = async (tx: Tx, server: Server, channelId: number): Promise<TellGuests> => {
  if (!(await hidesPeopleNow(tx, tx.realmId))) return tellNobody;
  await oneAtATime(tx);
  const everybody = await peopleIn(tx, [channelId], []);
  if (everybody.guests.length === 0) return tellNobody;
  await holdPeople(tx, everybody.people);
  return watch(tx, server, [everybody]);
};

/** Shows those to guests with whom they are about to begin a conversation. */
export const introduceInConversation = async (
  tx: Tx,
  server: Server,
  everybody: readonly PersonRow[],
): Promise<void> => {
  const guests = everybody.filter(isGuest).map(({ id }) => id);
  const people = everybody.filter((one) => !isBot(one)).map(({ id }) => id);
  await oneAtATime(tx);
  await holdPeople(tx, people);
  const known = new Set((await acquaintancesOf(tx, tx.realmId, guests, people)).map(keyOf));
  const pairs = guests.flatMap((guest_id) => people.map((person_id) => ({ guest_id, person_id })));
  await introduceToGuests(
    tx,
    server,
    pairs.filter((pair) => pair.guest_id !== pair.person_id && !known.has(keyOf(pair))),
  );
};

/**
 * For somebody who becomes a guest: whoever comes or goes meanwhile must know it, and what is told of those whom the
 * guest knows by conversations must reach the guest.
 */
export const holdSight = async (tx: Tx, personId: number): Promise<void> => {
  await oneAtATime(tx);
  await tx.all(
    sql`select from person where realm_id = ${tx.realmId} and id in (
        select unnest(v.people) from conversation_person a
        join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id
        where a.realm_id = ${tx.realmId} and a.person_id = ${personId}
      ) and id <> ${personId} order by id for share`,
  );
};

/**
 * Two changes of what a guest shares with somebody must not overlook each other: one would take from sight whom the
 * other brings into it. Only where people are hidden from guests.
 */
const oneAtATime = (tx: Tx): Promise<unknown> =>
  tx.all(sql`select pg_advisory_xact_lock(hashtextextended('sight', ${tx.realmId}))`);

const tellNobody: TellGuests = async () => {};

/** Each of these guests with each of these people. */
type Block = { readonly guests: readonly number[]; readonly people: readonly number[] };

const watch = async (tx: Tx, server: Server, all: readonly Block[]): Promise<TellGuests> => {
  const blocks = all.filter(({ guests, people }) => guests.length > 0 && people.length > 0);
  if (blocks.length === 0) return tellNobody;
  if (blocks.reduce((sum, { guests, people }) => sum + guests.length * people.length, 0) > MOST_PAIRS)
    return () =>
      endGuestsQueues(
        tx,
        blocks.flatMap(({ guests }) => guests),
      );
  const before = await seenIn(tx, blocks);
  return async () => {
    const after = await seenIn(tx, blocks);
    await introduceToGuests(tx, server, without(after, before));
    await hideFromGuests(tx, server, without(before, after));
  };
};

type Pairs = ReadonlyMap<string, Acquaintance>;

const keyOf = ({ guest_id, person_id }: Acquaintance): string => `${guest_id} ${person_id}`;

const seenIn = async (tx: Tx, blocks: readonly Block[]): Promise<Pairs> => {
  const pairs: Acquaintance[] = [];
  for (const { guests, people } of blocks)
    pairs.push(...(await acquaintancesOf(tx, tx.realmId, guests, people)));
  return new Map(
    pairs.filter(({ guest_id, person_id }) => guest_id !== person_id).map((pair) => [keyOf(pair), pair]),
  );
};

const without = (pairs: Pairs, others: Pairs): Acquaintance[] =>
  [...pairs].filter(([key]) => !others.has(key)).map(([, pair]) => pair);

/** Everybody in some channels and some more: those with a guest's account, and those who are not bots. */
const peopleIn = async (tx: Tx, channelIds: readonly number[], more: readonly number[]): Promise<Block> => {
  const rows = await tx.all(
    sql<Pick<PersonRow, 'id' | 'role' | 'bot_type' | 'is_active'>>`
      select id, role, bot_type, is_active from person
      where realm_id = ${tx.realmId} and id in (
        select person_id from subscription
        where realm_id = ${tx.realmId} and channel_id = any(${[...channelIds]}::bigint[]) and is_active
        union select unnest(${[...more]}::bigint[])
      ) order by id`,
  );
  return {
    guests: rows.filter((row) => isGuest(row) && row.is_active).map(({ id }) => id),
    people: rows.filter((row) => !isBot(row)).map(({ id }) => id),
  };
};

const holdPeople = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.all(
    sql`select from person where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])
      order by id for share`,
  );
