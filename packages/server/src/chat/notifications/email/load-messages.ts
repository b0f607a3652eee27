import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import { messageVisibilityOf } from '../../messages/fetch/message-visibility.ts';
import { presentMessages, type PresentedMessage, type Viewer } from '../../messages/present.ts';
import type { EmailMessage } from './notification-email.ts';

/** The content of a message that was edited to an empty text. */
const EMPTIED_CONTENT = '(deleted)';

const OPTIONS = {
  applyMarkdown: true,
  clientGravatar: false,
  allowEmptyTopicName: true,
  isPublicClient: false,
} as const;

/** The messages that the user can still read and has not read yet, in the order of their ids. */
export async function loadUnread(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PresentedMessage[]> {
  const shown = await loadMessages(tx, viewer, await visibleAmong(tx, viewer, ids));
  return shown.filter(({ message }) => !message.flags.includes('read'));
}

/** Messages that the user received and can still read, in the order of their ids. */
export async function visibleAmong(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const { joins, isOwn } = await messageVisibilityOf(tx, actor);
  const rows = await tx.all(sql<{ id: number }>`
    select m.id from message m ${joins}
    where m.realm_id = ${tx.realmId} and m.id = any(${[...ids]}::bigint[])
      and m.content <> ${EMPTIED_CONTENT} and ${isOwn}
    order by m.id`);
  return rows.map(({ id }) => id);
}

export function loadMessages(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<PresentedMessage[]> {
  return presentMessages(tx, viewer, ids, OPTIONS);
}

/** Earlier messages of a topic that explain a mention. */
const MAX_CONTEXT_MESSAGES = 10;
const CONTEXT_SECONDS = 900;

/** The messages of the topic shortly before a message that the user can read. */
export async function loadContext(
  tx: Tx,
  viewer: Viewer,
  { message }: PresentedMessage,
): Promise<EmailMessage[]> {
  if (message.type !== 'stream') return [];
  const { joins } = await messageVisibilityOf(tx, viewer);
  const rows = await tx.all(sql<{ id: number }>`
    select m.id from message m ${joins}
    where m.realm_id = ${tx.realmId} and m.channel_id = ${message.stream_id}
      and m.topic_key = lower(${message.subject}) and m.id < ${message.id}
      and m.sent_at > to_timestamp(${message.timestamp}) - make_interval(secs => ${CONTEXT_SECONDS})
      and m.content <> ${EMPTIED_CONTENT}
      and (not c.is_private or c.is_history_public or s.periods @> coalesce(m.arrived_at, m.id))
    order by m.id desc limit ${MAX_CONTEXT_MESSAGES}`);
  const ids = rows.map(({ id }) => id).toReversed();
  return (await loadMessages(tx, viewer, ids)).map(emailMessageOf);
}

export function emailMessageOf({ message, rendered }: PresentedMessage): EmailMessage {
  return {
    id: message.id,
    senderId: message.sender_id,
    senderName: message.sender_full_name,
    rendered,
    sentAt: new Date(message.timestamp * 1000),
  };
}
