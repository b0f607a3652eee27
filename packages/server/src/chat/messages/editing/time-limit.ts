import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest, ApiError } from '../../../engine/api-error.ts';
import type { Accessed } from '../access.ts';
import { GRACE_SECONDS } from '@parley/contract/rights/message-rights.ts';
import { isVisible } from './visible.ts';

/** Refuses to move a whole topic if the actor sees messages in it that are too old; the error says which may move. */
export async function refuseLateTopic(
  reader: Reader,
  { user }: Actor,
  { channel, message }: Extract<Accessed, { kind: 'channel' }>,
  limitSeconds: number,
  now: number,
): Promise<void> {
  const oldest = new Date(now - (limitSeconds + GRACE_SECONDS) * 1000);
  const counted = await reader.first(
    sql<{ total: number; allowed: number; first: number | null }>`
      select count(*) as total, count(*) filter (where m.sent_at >= ${oldest}) as allowed,
        min(m.id) filter (where m.sent_at >= ${oldest}) as first
      from message m
      where m.realm_id = ${channel.realm_id} and m.channel_id = ${channel.id}
        and m.topic_key = ${message.topic_key} and ${isVisible(channel, user.id)}`,
  );
  const { total = 0, allowed = 0, first = null } = counted ?? {};
  if (allowed === total) return;
  if (first === null) throw badRequest('All messages of the topic are too old to be moved.');
  throw new ApiError(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'Some messages of the topic are too old to be moved.',
    {
      extra: {
        first_message_id_allowed_to_move: first,
        total_messages_in_topic: total,
        total_messages_allowed_to_move: allowed,
      },
    },
  );
}
