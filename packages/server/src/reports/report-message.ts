import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { accessMessage, type Accessed } from '../messages/access.ts';
import { shorten } from '../messages/text.ts';
import type { NoticeWorld } from '../notices/compose-notice.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { messageLink, personLink, quotedWithin } from '../notices/words.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { reasons } from './reasons.ts';

export type Report = { readonly report_type: string; readonly description: string };

/** Shows a message to the moderators. Whoever can read it can do that, wherever it is. */
export const reportMessage = async (
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  messageId: number,
  report: Report,
): Promise<void> => {
  const channel = await channelForReports(tx, actor);
  const accessed = await accessMessage(tx, actor, messageId);
  const reason = reasons.find(({ key }) => key === report.report_type);
  if (reason === undefined) throw badRequest('Messages are not reported for that reason.');
  const description = report.description.trim();
  if (reason.key === 'other' && description === '')
    throw badRequest('Say in the description why you report the message.');
  const sender = await senderOf(tx, accessed);
  await sendNotice(tx, world, {
    channel,
    topic: channel.topics_policy === 'empty_topic_only' ? '' : topicAbout(sender),
    cause: actor,
    content: textOf(actor.person, sender, accessed, reason.name, description),
  });
};

const channelForReports = async (tx: Tx, { realm }: Actor): Promise<ChannelRow> => {
  const id = realmSettingsOf(realm).moderation_request_channel_id;
  const [channel] = id < 0 ? [] : await findChannels(tx, tx.realmId, [id]);
  if (channel === undefined || channel.is_archived)
    throw badRequest('This organization has no channel for reports of messages.');
  return channel;
};

const senderOf = async (tx: Tx, { message }: Accessed): Promise<PersonRow> => {
  const sender = await tx.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', message.sender_id),
  );
  if (sender === undefined) throw new Error(`Nobody has sent the message ${message.id}.`);
  return sender;
};

const TOPIC_END = ': reports';

/** Reports about one person stand together. */
const topicAbout = ({ full_name }: PersonRow): string =>
  shorten(full_name, limits.topicLength - TOPIC_END.length, '…') + TOPIC_END;

const textOf = (
  reporter: PersonRow,
  sender: PersonRow,
  accessed: Accessed,
  reason: string,
  description: string,
): string => {
  const head = [
    `${personLink(reporter)} reported ${placeOf(accessed)} from ${personLink(sender)}.`,
    `* Reason: **${reason}**`,
    ...(description === '' ? [] : ['* Notes:', quotedWithin(description, limits.messageLength / 2)]),
    'The message:',
  ].join('\n\n');
  return `${head}\n\n${quotedWithin(accessed.message.content, limits.messageLength - lengthOf(head) - 2)}`;
};

const placeOf = (accessed: Accessed): string =>
  accessed.kind === 'direct'
    ? 'a direct message'
    : `the message ${messageLink(accessed.channel, accessed.message)}`;
