import { retry } from '../../../engine/db/retry.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import {
  accessMessage,
  findMessage,
  lockConversations,
  noSuchMessage,
  refuseArchived,
  type Accessed,
} from '../access.ts';
import { lockPolicyUsers, findPolicyUsers, type TopicAddress } from './topic-policies.ts';

/** The message changed between what was read and the lock, so the change must be retried. */
export class ConcurrentChangeError extends ApiError {
  constructor() {
    super('UNAVAILABLE', 'The message is being changed by another request. Retry.');
    this.name = 'ConcurrentChangeError';
  }
}

const MAX_ATTEMPTS = 5;

/** Retries a change of a message while other requests change it. */
export function retryConcurrentChange<T>(attempt: () => Promise<T>): Promise<T> {
  return retry(MAX_ATTEMPTS, (error) => error instanceof ConcurrentChangeError, attempt);
}

/** The target of a move; undefined parts stay as they are. */
export type MoveDestination = { readonly channelId: number | undefined; readonly topic: string | undefined };

/** A locked message, and the locked users with a visibility policy for its topic or the target topic. */
export type LockedMessage = { readonly accessed: Accessed; readonly policyUsers: readonly UserRow[] };

/**
 * Locks a message for a move until the transaction ends: found the users, then the source and target conversations in
 * the order of their ids. Access is checked after that.
 */
export async function lockForMove(
  tx: Tx,
  actor: Actor,
  id: number,
  to: MoveDestination,
): Promise<LockedMessage> {
  const found = await findMessage(tx, tx.realmId, id);
  if (found === undefined) throw noSuchMessage();
  const topics = topicsOf(found, to);
  const policyUsers = await lockPolicyUsers(tx, topics, [found.sender_id]);
  const conversationId = to.channelId === undefined ? undefined : await conversationOf(tx, to.channelId);
  await lockConversations(tx, [
    found.conversation_id,
    ...(conversationId === undefined ? [] : [conversationId]),
  ]);
  const accessed = await accessMessage(tx, actor, id);
  const { message } = accessed;
  if (message.conversation_id !== found.conversation_id || message.topic_key !== found.topic_key)
    throw new ConcurrentChangeError();
  const locked = new Set(policyUsers.map((user) => user.id));
  if ((await findPolicyUsers(tx, topics)).some((user) => !locked.has(user)))
    throw new ConcurrentChangeError();
  refuseArchived(accessed);
  return { accessed, policyUsers };
}

function topicsOf(
  { channel_id, topic }: { readonly channel_id: number | null; readonly topic: string },
  to: MoveDestination,
): TopicAddress[] {
  return channel_id === null
    ? []
    : [
        { channelId: channel_id, topic },
        { channelId: to.channelId ?? channel_id, topic: to.topic ?? topic },
      ];
}

async function conversationOf(tx: Tx, channelId: number): Promise<number | undefined> {
  const row = await tx.first(
    q
      .selectFrom('channel')
      .select('conversation_id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channelId),
  );
  return row?.conversation_id;
}
