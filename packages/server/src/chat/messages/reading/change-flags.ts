import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';
import type { Actor } from '../../../http/actor.ts';
import { MARKS } from '../flags.ts';
import { checkAccess } from './check-access.ts';
import { copiesOf, isOwn, type Copy } from './copies.ts';
import { detailsOf } from './details.ts';
import type { FlagChange } from './flag.ts';
import { markRead, markUnread } from './mark-read.ts';
import { clearMark, setMark } from './user-flags.ts';

export type Changed = {
  /** Messages whose flag was not so before, ascending. */
  readonly ids: readonly number[];
  /** Channels in which nothing can be unread, because the actor is not in them. */
  readonly notSubscribed: readonly number[];
};

/** Sets or clears a flag of the actor on messages: on all of them, or on none if one is out of reach. */
export async function changeFlags(
  tx: Tx,
  actor: Actor,
  change: FlagChange,
  given: readonly number[],
): Promise<Changed> {
  const copies = await copiesOf(tx, actor, given);
  if (createsCopies(change)) await checkAccess(tx, actor, given, copies);
  const outside = change.flag === 'read' && change.op === 'remove' ? copies.filter(isOutside) : [];
  const skipped = new Set(outside);
  const changed = await apply(
    tx,
    actor.user.id,
    change,
    copies.filter((copy) => !skipped.has(copy)),
  );
  const ids = changed.toSorted((a, b) => a - b);
  await tell(tx, actor, change, ids);
  return { ids, notSubscribed: channelsOf(outside) };
}

/** Reading, and taking a mark away, do nothing to what one has no copy of. */
function createsCopies({ flag, op }: FlagChange): boolean {
  return (flag === 'read') === (op === 'remove');
}

function isOutside({ channel_id, is_inside }: Copy): boolean {
  return channel_id !== null && !is_inside;
}

function channelsOf(copies: readonly Copy[]): number[] {
  return [...new Set(copies.flatMap(({ channel_id }) => channel_id ?? []))].toSorted((a, b) => a - b);
}

function apply(tx: Tx, userId: number, { flag, op }: FlagChange, copies: readonly Copy[]): Promise<number[]> {
  if (flag === 'read') return op === 'add' ? markRead(tx, userId, copies) : markUnread(tx, userId, copies);
  const bit = MARKS[flag];
  if (op === 'add') return setMark(tx, userId, copies, bit);
  return clearMark(
    tx,
    userId,
    copies.filter(isOwn).map(({ id }) => id),
    bit,
  );
}

/** The actor's other clients hear of every change, also of one that changed nothing. */
async function tell(tx: Tx, actor: Actor, { flag, op }: FlagChange, ids: readonly number[]): Promise<void> {
  const fields = { type: 'update_message_flags' as const, flag, messages: [...ids], all: false };
  const self = only(actor.user.id);
  if (op === 'add') tx.emit(self, { ...fields, op, operation: op });
  else {
    const details = flag === 'read' ? { message_details: await detailsOf(tx, actor, ids) } : {};
    tx.emit(self, { ...fields, op, operation: op, ...details });
  }
}
