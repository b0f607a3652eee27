import type { RawBuilder } from 'kysely';
import { badRequest } from '../../engine/api-error.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';

/** A new hold waits for changes of messages in progress, so that none of them misses it. */
const HOLDS = 7_365_250;

/** Lets no hold begin until the transaction ends. To be taken after locks of users, channels and conversations. */
export async function lockHolds(tx: Tx): Promise<void> {
  await tx.all(sql`select pg_advisory_xact_lock_shared(${HOLDS}, hashint8(${tx.realmId}))`);
}

/** Waits for the changes of messages in progress; later ones see what this transaction commits. */
export async function lockHoldsAlone(tx: Tx): Promise<void> {
  await tx.all(sql`select pg_advisory_xact_lock(${HOLDS}, hashint8(${tx.realmId}))`);
}

/** SQL condition: the channel, the sender or a participant of the direct conversation of message `m` is on hold. */
export const isHeld: RawBuilder<boolean> = sql<boolean>`exists (
  select from hold h where h.realm_id = m.realm_id and (
    h.channel_id = m.channel_id or h.user_id = m.sender_id or (m.channel_id is null and exists (
      select from conversation_user p
      where p.realm_id = h.realm_id and p.user_id = h.user_id and p.conversation_id = m.conversation_id
    ))
  ))`;

/** SQL condition: all messages of conversation `v` with the channel `c` are on hold. */
export const isConversationHeld: RawBuilder<boolean> = sql<boolean>`exists (
  select from hold h where h.realm_id = v.realm_id and (h.channel_id = c.id or exists (
    select from conversation_user p
    where p.realm_id = h.realm_id and p.user_id = h.user_id and p.conversation_id = v.id
  )))`;

/** Refuses a change of messages if one of those that `where` selects is on hold. Locks holds. */
export async function requireReleased(tx: Tx, where: RawBuilder<boolean>): Promise<void> {
  await lockHolds(tx);
  const held = await tx.first(sql<{ id: number }>`
    select m.id from message m where m.realm_id = ${tx.realmId} and ${where} and ${isHeld} order by m.id limit 1`);
  if (held === undefined) return;
  throw badRequest(
    `Message ${held.id} is on hold: it cannot be edited, moved or deleted until an organization owner releases the hold.`,
  );
}

/** SQL condition for `requireReleased`: messages with these ids. */
export function areMessages(ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`m.id = any(${[...ids]}::bigint[])`;
}

/** Refuses a change that would delete what a user on hold sent or uploaded. Locks holds. */
export async function requireUserReleased(tx: Tx, userId: number): Promise<void> {
  await lockHolds(tx);
  const held = await tx.first(
    sql`select 1 from hold where realm_id = ${tx.realmId} and user_id = ${userId} limit 1`,
  );
  if (held !== undefined)
    throw badRequest(
      `User ${userId} is on hold: nothing of the user can be deleted until an organization owner releases the hold.`,
    );
}

export async function hasHolds(reader: Reader, realmId: number): Promise<boolean> {
  return (await reader.first(sql`select 1 from hold where realm_id = ${realmId} limit 1`)) !== undefined;
}
