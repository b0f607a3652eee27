import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';
import type { Actor } from '../../../http/actor.ts';
import { USER_FLAGS } from '../flags.ts';
import { checkAccess } from './check-access.ts';
import { copiesOf, isOwn, type Copy } from './copies.ts';
import { detailsOf } from './details.ts';
import type { FlagChange } from './flag.ts';
import { markRead, markUnread } from './mark-read.ts';
import { clearUserFlag, setUserFlag } from './user-flags.ts';

export type Changed = {
  /** Messages whose flag changed, ascending. */
  readonly ids: readonly number[];
  /** Channels whose messages cannot be unread, because the actor is not subscribed. */
  readonly notSubscribed: readonly number[];
};

/** Sets or clears a flag of the actor on messages: on all of them, or on none if one is not accessible. */
export async function changeFlags(
  tx: Tx,
  actor: Actor,
  change: FlagChange,
  requestedIds: readonly number[],
): Promise<Changed> {
  const copies = await copiesOf(tx, actor, requestedIds);
  if (createsCopies(change)) await checkAccess(tx, actor, requestedIds, copies);
  const unsubscribed = change.flag === 'read' && change.op === 'remove' ? copies.filter(isNotSubscribed) : [];
  const skipped = new Set(unsubscribed);
  const changed = await apply(
    tx,
    actor.user.id,
    change,
    copies.filter((copy) => !skipped.has(copy)),
  );
  const ids = changed.toSorted((a, b) => a - b);
  await publishFlags(tx, actor, change, ids);
  return { ids, notSubscribed: channelsOf(unsubscribed) };
}

/** Marking as read and clearing other flags do not affect messages of which the actor has no copy. */
function createsCopies({ flag, op }: FlagChange): boolean {
  return (flag === 'read') === (op === 'remove');
}

function isNotSubscribed({ channel_id, is_inside }: Copy): boolean {
  return channel_id !== null && !is_inside;
}

function channelsOf(copies: readonly Copy[]): number[] {
  return [...new Set(copies.flatMap(({ channel_id }) => channel_id ?? []))].toSorted((a, b) => a - b);
}

function apply(tx: Tx, userId: number, { flag, op }: FlagChange, copies: readonly Copy[]): Promise<number[]> {
  if (flag === 'read') return op === 'add' ? markRead(tx, userId, copies) : markUnread(tx, userId, copies);
  const bit = USER_FLAGS[flag];
  if (op === 'add') return setUserFlag(tx, userId, copies, bit);
  return clearUserFlag(
    tx,
    userId,
    copies.filter(isOwn).map(({ id }) => id),
    bit,
  );
}

/** Publishes every request to the actor's clients, even if no flag changed, as the public API does. */
async function publishFlags(
  tx: Tx,
  actor: Actor,
  { flag, op }: FlagChange,
  ids: readonly number[],
): Promise<void> {
  const fields = { type: 'update_message_flags' as const, flag, messages: [...ids], all: false };
  const self = only(actor.user.id);
  if (op === 'add') tx.emit(self, { ...fields, op, operation: op });
  else {
    const details = flag === 'read' ? { message_details: await detailsOf(tx, actor, ids) } : {};
    tx.emit(self, { ...fields, op, operation: op, ...details });
  }
}
