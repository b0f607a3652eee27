import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { hidesUsersNow } from '../access.ts';
import { acquaintancesOf, type Acquaintance } from './acquaintance.ts';
import { endGuestsQueues } from './end-guests-queues.ts';
import { isBot, isGuest, type UserRow } from '../../../http/actor.ts';
import type { Server } from '../server.ts';
import { hideFromGuests, introduceToGuests } from './publish-acquaintances.ts';

/** To be called when the change is made: tells guests who came into their sight, and who left it. */
export type PublishToGuests = () => Promise<void>;

/** Beyond this many pairs, comparing them costs more than letting the guests' clients read everything again. */
const MOST_PAIRS = 100_000;

/** Looks at what guests see in some channels before some users come to them or leave them. */
export async function watchComingAndGoing(
  tx: Tx,
  server: Server,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<PublishToGuests> {
  if (!(await hidesUsersNow(tx, tx.realmId))) return tellNobody;
  await oneAtATime(tx);
  const { guests, users } = await usersIn(tx, channelIds, userIds);
  const moving = new Set(userIds);
  return watch(tx, server, [
    { guests: guests.filter((id) => moving.has(id)), users },
    { guests: guests.filter((id) => !moving.has(id)), users: users.filter((id) => moving.has(id)) },
  ]);
}

/**
 * The same before a channel is archived, or comes back. All who are in it are held, so that nothing about them is on
 * its way to those who could see them before.
 */
export async function watchArchiving(tx: Tx, server: Server, channelId: number): Promise<PublishToGuests> {
  if (!(await hidesUsersNow(tx, tx.realmId))) return tellNobody;
  await oneAtATime(tx);
  const everybody = await usersIn(tx, [channelId], []);
  if (everybody.guests.length === 0) return tellNobody;
  await lockWithActor(tx, everybody.users);
  return watch(tx, server, [everybody]);
}

/** Shows those to guests with whom they are about to begin a conversation. */
export async function introduceInConversation(
  tx: Tx,
  server: Server,
  everybody: readonly UserRow[],
): Promise<void> {
  const guests = everybody.filter(isGuest).map(({ id }) => id);
  const users = everybody.filter((one) => !isBot(one)).map(({ id }) => id);
  await oneAtATime(tx);
  await lockWithActor(tx, users);
  const known = new Set((await acquaintancesOf(tx, tx.realmId, guests, users)).map(keyOf));
  const pairs = guests.flatMap((guest_id) => users.map((user_id) => ({ guest_id, user_id })));
  await introduceToGuests(
    tx,
    server,
    pairs.filter((pair) => pair.guest_id !== pair.user_id && !known.has(keyOf(pair))),
  );
}

/**
 * For somebody who becomes a guest: whoever comes or goes meanwhile must know it, and what is told of those whom the
 * guest knows by conversations must reach the guest.
 */
export async function lockVisibility(tx: Tx, userId: number): Promise<void> {
  await oneAtATime(tx);
  await tx.all(
    sql`select from realm_user where realm_id = ${tx.realmId} and id in (
        select unnest(v.users) from conversation_user a
        join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id
        where a.realm_id = ${tx.realmId} and a.user_id = ${userId}
      ) and id <> ${userId} order by id for share`,
  );
}

/**
 * Two changes of what a guest shares with somebody must not overlook each other: one would take from sight whom the
 * other brings into it. Only where users are hidden from guests.
 */
function oneAtATime(tx: Tx): Promise<unknown> {
  return tx.all(sql`select pg_advisory_xact_lock(hashtextextended('sight', ${tx.realmId}))`);
}

const tellNobody: PublishToGuests = async () => {};

/** Each of these guests with each of these users. */
type Block = { readonly guests: readonly number[]; readonly users: readonly number[] };

async function watch(tx: Tx, server: Server, all: readonly Block[]): Promise<PublishToGuests> {
  const blocks = all.filter(({ guests, users }) => guests.length > 0 && users.length > 0);
  if (blocks.length === 0) return tellNobody;
  if (blocks.reduce((sum, { guests, users }) => sum + guests.length * users.length, 0) > MOST_PAIRS)
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
}

type Pairs = ReadonlyMap<string, Acquaintance>;

function keyOf({ guest_id, user_id }: Acquaintance): string {
  return `${guest_id} ${user_id}`;
}

async function seenIn(tx: Tx, blocks: readonly Block[]): Promise<Pairs> {
  const pairs: Acquaintance[] = [];
  for (const { guests, users } of blocks)
    pairs.push(...(await acquaintancesOf(tx, tx.realmId, guests, users)));
  return new Map(
    pairs.filter(({ guest_id, user_id }) => guest_id !== user_id).map((pair) => [keyOf(pair), pair]),
  );
}

function without(pairs: Pairs, others: Pairs): Acquaintance[] {
  return [...pairs].filter(([key]) => !others.has(key)).map(([, pair]) => pair);
}

/** Everybody in some channels and some more: those with a guest's account, and those who are not bots. */
async function usersIn(tx: Tx, channelIds: readonly number[], more: readonly number[]): Promise<Block> {
  const rows = await tx.all(
    sql<Pick<UserRow, 'id' | 'role' | 'bot_type' | 'is_active'>>`
      select id, role, bot_type, is_active from realm_user
      where realm_id = ${tx.realmId} and id in (
        select user_id from subscription
        where realm_id = ${tx.realmId} and channel_id = any(${[...channelIds]}::bigint[]) and is_active
        union select unnest(${[...more]}::bigint[])
      ) order by id`,
  );
  return {
    guests: rows.filter((row) => isGuest(row) && row.is_active).map(({ id }) => id),
    users: rows.filter((row) => !isBot(row)).map(({ id }) => id),
  };
}

function lockWithActor(tx: Tx, ids: readonly number[]): Promise<unknown> {
  return tx.all(
    sql`select from realm_user where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])
      order by id for share`,
  );
}
