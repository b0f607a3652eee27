import { encodeFragment, topicPath } from '@parley/markdown';
import type { ChannelRow } from '../channels/channel.ts';
import { relationTo } from '../channels/relation.ts';
import { canSee } from '@parley/contract/rights/channel-rights.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';

/** Links to a message, for the response of a send. */
export type MessageLinks = { readonly message_url: string; readonly message_link: string };

/** The conversation of a message, as far as the sender may see it. */
export type LinkTarget =
  | {
      readonly kind: 'channel';
      readonly id: number;
      /** Undefined if the sender may not see the channel. */
      readonly name: string | undefined;
      readonly topic: string;
    }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }
  | { readonly kind: 'deleted' };

/** Links to a message at `realmUrl`, which has no trailing slash. */
export function linksTo(realmUrl: string, target: LinkTarget, messageId: number): MessageLinks {
  const message_url = `${realmUrl}${conversationPath(target)}/near/${messageId}`;
  if (target.kind !== 'channel' || target.name === undefined)
    return { message_url, message_link: message_url };
  const topic = target.topic === '' ? EMPTY_TOPIC_NAME : target.topic;
  const label = `#${escapedLabel(target.name)} > ${escapedLabel(topic)} @ 💬`;
  return { message_url, message_link: `[${label}](${message_url})` };
}

/** Looks up the conversation of a message that the user sent earlier; only a repeated send needs this. */
export async function findLinkTarget(reader: Reader, user: UserRow, messageId: number): Promise<LinkTarget> {
  const row = await reader.first(
    sql<{ channel: ChannelRow | null; topic: string; users: number[] | null }>`
      select to_jsonb(c) as channel, m.topic, v.users
      from message m
      join conversation v on v.realm_id = m.realm_id and v.id = m.conversation_id
      left join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      where m.realm_id = ${user.realm_id} and m.id = ${messageId}`,
  );
  if (row === undefined) return { kind: 'deleted' };
  const { channel, topic, users } = row;
  if (channel === null) return { kind: 'direct', userIds: users ?? [] };
  const isSeen = canSee(user, channel, await relationTo(reader, user, channel));
  return { kind: 'channel', id: channel.id, name: isSeen ? channel.name : undefined, topic };
}

/** The path of a conversation in the web client. */
export function conversationPath(target: LinkTarget): string {
  switch (target.kind) {
    case 'deleted':
      return '/#narrow';
    case 'direct': {
      const ids = target.userIds.toSorted((a, b) => a - b).join(',');
      return `/#narrow/dm/${ids}${target.userIds.length >= 3 ? '-group' : ''}`;
    }
    case 'channel': {
      const { id, name, topic } = target;
      return name === undefined
        ? `/#narrow/channel/${id}/topic/${encodeFragment(topic)}`
        : topicPath({ id, name }, topic);
    }
  }
}

/** Replaces characters that end a link label or are markup inside it with character references. */
function escapedLabel(text: string): string {
  return text.replace(/[&<>[\]\\`*~$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
