import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { type Accessed, accessMessage } from '../messages/access.ts';
import { truncate } from '../messages/text.ts';
import { type NoticeWorld, sendNotice } from '../notices/compose-notice.ts';
import { messageReference, quotedWithin, userLink } from '../notices/links.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';

/** Reasons of reports: `key` as sent by clients, `name` as shown to moderators. */
export const reasons = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
];

export type Report = { readonly report_type: string; readonly description: string };

/** Reports a message to the moderators. Every user who can read the message may report it. */
export async function reportMessage(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  messageId: number,
  report: Report,
): Promise<void> {
  const channel = await channelForReports(tx, actor);
  const accessed = await accessMessage(tx, actor, messageId);
  const reason = reasons.find(({ key }) => key === report.report_type);
  if (reason === undefined)
    throw badRequest(`report_type must be one of ${reasons.map(({ key }) => key).join(', ')}.`);
  const description = report.description.trim();
  if (reason.key === 'other' && description === '')
    throw badRequest('Missing parameter description, which report_type other needs.');
  const sender = await senderOf(tx, accessed);
  await sendNotice(tx, world, {
    channel,
    topic: channel.topics_policy === 'empty_topic_only' ? '' : topicAbout(sender),
    cause: actor,
    content: textOf(actor.user, sender, accessed, reason.name, description),
  });
}

async function channelForReports(tx: Tx, { realm }: Actor): Promise<ChannelRow> {
  const id = realmSettingsOf(realm).moderation_request_channel_id;
  const [channel] = id < 0 ? [] : await findChannels(tx, tx.realmId, [id]);
  if (channel === undefined || channel.is_archived)
    throw badRequest('This organization has no moderation request channel.');
  return channel;
}

async function senderOf(tx: Tx, { message }: Accessed): Promise<UserRow> {
  const sender = await tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', message.sender_id),
  );
  if (sender === undefined) throw new Error(`Message ${message.id} has no sender.`);
  return sender;
}

const TOPIC_SUFFIX = ': reports';

/** Reports about a user share a topic. */
function topicAbout({ full_name }: UserRow): string {
  return truncate(full_name, limits.topicLength - TOPIC_SUFFIX.length, '…') + TOPIC_SUFFIX;
}

function textOf(
  reporter: UserRow,
  sender: UserRow,
  accessed: Accessed,
  reason: string,
  description: string,
): string {
  const head = [
    `${userLink(reporter)} reported ${messageReference(accessed)} from ${userLink(sender)}.`,
    `* Reason: **${reason}**`,
    ...(description === '' ? [] : ['* Notes:', quotedWithin(description, limits.messageLength / 2)]),
    'The message:',
  ].join('\n\n');
  return `${head}\n\n${quotedWithin(accessed.message.content, limits.messageLength - lengthOf(head) - 2)}`;
}
