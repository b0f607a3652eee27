import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { hidesUsersNow } from '../access.ts';
import { acquaintancesOf, type Acquaintance } from './acquaintance.ts';
import { deleteGuestQueues } from './delete-guest-queues.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isBot, type UserRow } from '../../../http/actor.ts';
import type { Server } from '../server.ts';
import { hideFromGuests, showToGuests } from './publish-acquaintances.ts';

/** Called after the change: publishes to guests which users became visible or hidden. */
export type PublishToGuests = () => Promise<void>;

/** Above this number of guest-user pairs, new snapshots for the guests are cheaper than comparing the pairs. */
const MAX_COMPARED_PAIRS = 100_000;

/** Records what guests see in channels before users subscribe or unsubscribe. */
export async function watchSubscriptions(
  tx: Tx,
  server: Server,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<PublishToGuests> {
  if (!(await hidesUsersNow(tx, tx.realmId))) return publishNothing;
  await lockGuestVisibility(tx);
  const { guests, users } = await usersIn(tx, channelIds, userIds);
  const changing = new Set(userIds);
  return watch(tx, server, [
    { guests: guests.filter((id) => changing.has(id)), users },
    { guests: guests.filter((id) => !changing.has(id)), users: users.filter((id) => changing.has(id)) },
  ]);
}

/**
 * Records what guests see in a channel before it is archived or unarchived. Locks its subscribers, so that no
 * concurrent transaction publishes them to guests who could see them before.
 */
export async function watchArchival(tx: Tx, server: Server, channelId: number): Promise<PublishToGuests> {
  if (!(await hidesUsersNow(tx, tx.realmId))) return publishNothing;
  await lockGuestVisibility(tx);
  const subscribers = await usersIn(tx, [channelId], []);
  if (subscribers.guests.length === 0) return publishNothing;
  await shareLockUsers(tx, subscribers.users);
  return watch(tx, server, [subscribers]);
}

/** Publishes the participants of a new conversation to its guests. */
export async function showInConversation(
  tx: Tx,
  server: Server,
  participants: readonly UserRow[],
): Promise<void> {
  const guests = participants.filter(isGuest).map(({ id }) => id);
  const users = participants.filter((user) => !isBot(user)).map(({ id }) => id);
  await lockGuestVisibility(tx);
  await shareLockUsers(tx, users);
  const known = new Set((await acquaintancesOf(tx, tx.realmId, guests, users)).map(keyOf));
  const pairs = guests.flatMap((guest_id) => users.map((user_id) => ({ guest_id, user_id })));
  await showToGuests(
    tx,
    server,
    pairs.filter((pair) => pair.guest_id !== pair.user_id && !known.has(keyOf(pair))),
  );
}

/**
 * Locks out concurrent changes while a user becomes a guest: subscription changes must see the new role, and events
 * about users in the guest's conversations must reach the guest.
 */
export async function lockVisibility(tx: Tx, userId: number): Promise<void> {
  await lockGuestVisibility(tx);
  await tx.all(
    sql`select from realm_user where realm_id = ${tx.realmId} and id in (
        select unnest(v.users) from conversation_user a
        join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id
        where a.realm_id = ${tx.realmId} and a.user_id = ${userId}
      ) and id <> ${userId} order by id for share`,
  );
}

/**
 * Serializes changes of what guests share with users: otherwise one transaction could hide a user whom another makes
 * visible. Needed only if users are hidden from guests.
 */
function lockGuestVisibility(tx: Tx): Promise<unknown> {
  return tx.all(sql`select pg_advisory_xact_lock(hashtextextended('sight', ${tx.realmId}))`);
}

const publishNothing: PublishToGuests = async () => {};

/** Pairs of each guest with each user. */
type Block = { readonly guests: readonly number[]; readonly users: readonly number[] };

async function watch(tx: Tx, server: Server, all: readonly Block[]): Promise<PublishToGuests> {
  const blocks = all.filter(({ guests, users }) => guests.length > 0 && users.length > 0);
  if (blocks.length === 0) return publishNothing;
  if (blocks.reduce((sum, { guests, users }) => sum + guests.length * users.length, 0) > MAX_COMPARED_PAIRS)
    return () =>
      deleteGuestQueues(
        tx,
        blocks.flatMap(({ guests }) => guests),
      );
  const before = await visiblePairs(tx, blocks);
  return async () => {
    const after = await visiblePairs(tx, blocks);
    await showToGuests(tx, server, without(after, before));
    await hideFromGuests(tx, server, without(before, after));
  };
}

type Pairs = ReadonlyMap<string, Acquaintance>;

function keyOf({ guest_id, user_id }: Acquaintance): string {
  return `${guest_id} ${user_id}`;
}

async function visiblePairs(tx: Tx, blocks: readonly Block[]): Promise<Pairs> {
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

/** The active guests and the human users among the subscribers of channels and the users in `more`. */
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

function shareLockUsers(tx: Tx, ids: readonly number[]): Promise<unknown> {
  return tx.all(
    sql`select from realm_user where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])
      order by id for share`,
  );
}
