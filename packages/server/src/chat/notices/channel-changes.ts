import type { ChannelRow } from '../channels/channel.ts';
import { isSamePrivacy } from '../channels/privacy.ts';
import type { UserRow } from '../../http/actor.ts';
import { userLink, quoted } from './links.ts';

type User = Pick<UserRow, 'id' | 'full_name'>;

/** Describes the changes of a channel, in a line each. */
export function describeChanges(user: User, old: ChannelRow, next: ChannelRow): string[] {
  const who = userLink(user);
  const lines: string[] = [];
  if (next.topics_policy !== old.topics_policy)
    lines.push(
      `${who} changed how topics are used here: ${TOPICS_POLICY_TEXTS[next.topics_policy] ?? next.topics_policy}.`,
    );
  if (!isSamePrivacy(old, next))
    lines.push(`${who} made this channel **${privacyOf(next)}**. It was **${privacyOf(old)}**.`);
  if (next.retention_days !== old.retention_days)
    lines.push(`${who} changed how long messages are kept here: ${retentionOf(next.retention_days)}.`);
  if (next.is_archived !== old.is_archived)
    lines.push(next.is_archived ? `${who} archived this channel.` : `${who} opened this channel again.`);
  if (next.description !== old.description)
    lines.push(
      `${who} changed the description of this channel. Before:\n\n${quoted(old.description)}\n\n` +
        `Now:\n\n${quoted(next.description)}`,
    );
  if (next.name !== old.name)
    lines.push(`${who} renamed this channel from **${old.name}** to **${next.name}**.`);
  if (next.permissions['can_send_message_group'] !== old.permissions['can_send_message_group'])
    lines.push(`${who} changed who may write in this channel.`);
  return lines;
}

const TOPICS_POLICY_TEXTS: Readonly<Record<string, string>> = {
  inherit: 'as everywhere in the organization',
  allow_empty_topic: 'messages may have a topic',
  disable_empty_topic: 'messages need a topic',
  empty_topic_only: 'there is one topic for everything',
};

function privacyOf(channel: ChannelRow): string {
  if (channel.is_web_public) return 'public on the web';
  if (!channel.is_private) return 'public';
  return channel.is_history_public
    ? 'private, with its history shared'
    : 'private, with its history protected';
}

function retentionOf(days: number | null): string {
  if (days === null) return 'as everywhere in the organization';
  return days < 0 ? 'forever' : `${days} days`;
}
