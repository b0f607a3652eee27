import type { Work } from '../../../engine/work/current-work.ts';
import type { Clock } from '../../../engine/clock.ts';
import {
  ConnectionLostError,
  isLockTimeout,
  isOutdated,
  isUnavailable,
  isUniqueViolation,
} from '../../../engine/db/errors.ts';
import { resolveLostCommit } from '../../../engine/db/lost-commit.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { eventRow } from '../../../engine/log/entry.ts';
import type { Addressed, Outbox, OutgoingMessage } from './outgoing-message.ts';
import type { Sender, Sent } from './request.ts';

/*
 * All retries of sending. "Retries of a send" in docs/architecture.md lists them together with those of other layers,
 * and says why none of them stores a message twice.
 */

/** Sends with a key one after another; the second of two that were sent on different nodes returns the first. */
export function sendOnce(sender: Sender, attempt: (sender: Sender) => Promise<Sent>): Promise<Sent> {
  const { world, realm, user, key } = sender;
  if (key === undefined) return attempt(sender);
  return world.sending.keyedLock(`${realm.id} ${user.id} ${key.key.toString('hex')}`, async () => {
    try {
      return await attempt(sender);
    } catch (error) {
      // Another node stored this key first; the retry finds its result in the database.
      if (isUniqueViolation(error, 'sent_key_pkey')) return attempt({ ...sender, isRepeat: true });
      throw error;
    }
  });
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

/** A message that waits for its commit. */
export type WaitingMessage = Addressed & {
  /** The request that sends it. */
  readonly work: Work | undefined;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Stores a batch, after a failure in smaller parts, so that a message that cannot be stored, a locked organization or a
 * new version fails alone. `store` settles the messages that it stores.
 */
export async function storeInParts(
  batch: readonly WaitingMessage[],
  store: (part: readonly WaitingMessage[]) => Promise<void>,
  maxCommits: number,
): Promise<void> {
  try {
    await store(batch);
  } catch (error) {
    const isOfOneRealm = isLockTimeout(error) || isOutdated(error);
    const realms = isOfOneRealm ? [...Map.groupBy(batch, ({ realmId }) => realmId).values()] : [];
    const storeAll = async (parts: Iterable<readonly WaitingMessage[]>): Promise<void> => {
      for (const part of parts) await storeInParts(part, store, maxCommits);
    };
    if (realms.length > 1) {
      const rest = realms.values();
      await Promise.all(Array.from({ length: maxCommits }, () => storeAll(rest)));
    } else if (!isUnavailable(error) && !isOutdated(error) && batch.length > 1)
      await storeAll(batch.map((one) => [one]));
    else for (const { reject } of batch) reject(error);
  }
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
