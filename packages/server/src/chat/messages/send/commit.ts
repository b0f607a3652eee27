import type { Clock } from '../../../engine/clock.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { ConnectionLostError } from '../../../engine/db/errors.ts';
import { resolveLostCommit } from '../../../engine/db/lost-commit.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { eventRow } from '../../../engine/log/entry.ts';
import { addWithWidget } from '../../submessages/add-submessage.ts';
import { hasFiles, type OutgoingMessage } from './outgoing-message.ts';
import type { SendEffects } from './recipient.ts';
import type { Sender, Sent } from './request.ts';
import type { Outbox } from './outbox.ts';

/** A stored message. `isBatched` is false if it was stored with other changes, in a transaction of its own. */
export type Committed = Pick<Sent, 'id' | 'policy'> & { readonly isBatched: boolean };

/** Stores a message: in a batch, unless other changes belong to its transaction. */
export async function commit(
  { world, realm, widget, beforeStore }: Sender,
  outgoing: OutgoingMessage,
  effects: SendEffects | undefined,
): Promise<Committed> {
  const isPlain =
    effects === undefined && widget === undefined && beforeStore === undefined && !hasFiles(outgoing);
  if (isPlain) return { id: await world.sending.outbox.send(realm.id, outgoing), policy: 0, isBatched: true };
  const committed = await world.write(realm.id, async (tx) => {
    await beforeStore?.(tx);
    const policy = (await effects?.before?.(tx, outgoing)) ?? 0;
    const added = await addWithWidget(tx, { ...outgoing, policy }, widget);
    await effects?.after?.(tx);
    return () => ({ id: tx.placed(added), policy, isBatched: false });
  });
  return committed();
}

/**
 * An outbox that checks whether a message was committed when the connection was lost before the response. Only
 * messages without a key need this: with a key, a retry by the sender is safe and faster.
 */
export function settledOutbox(outbox: Outbox, pool: Pool, clock: Pick<Clock, 'monotonic' | 'after'>): Outbox {
  return {
    send: async (realmId, outgoing) => {
      try {
        return await outbox.send(realmId, outgoing);
      } catch (error) {
        if (!(error instanceof ConnectionLostError) || outgoing.key !== undefined) throw error;
        const id = await resolveLostCommit(pool, clock, error.backend, () => idOf(pool, realmId, outgoing));
        if (id === undefined) throw error;
        return id;
      }
    },
  };
}

/** Finds the message by sender, time, conversation and event. */
async function idOf(
  reader: Reader,
  realmId: number,
  { senderId, homeId, sentAt, audience, event }: OutgoingMessage,
): Promise<number | undefined> {
  const row = await reader.first(
    sql<{ id: number }>`select id from message
      join log_entry on log_entry.realm_id = message.realm_id and log_entry.position = message.id
      where message.realm_id = ${realmId} and sender_id = ${senderId} and home_id = ${homeId}
        and sent_at = to_timestamp(${sentAt / 1000}::float8) and event = ${eventRow(audience, event).event}`,
  );
  return row?.id;
}

/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function createKeyedLock(): KeyedLock {
  const running = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    for (let previous = running.get(key); previous !== undefined; previous = running.get(key))
      await previous.catch(() => {});
    const current = task();
    running.set(key, current);
    try {
      return await current;
    } finally {
      running.delete(key);
    }
  };
}
