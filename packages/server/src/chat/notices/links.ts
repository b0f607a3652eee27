import type { Accessed } from '../messages/access.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { truncate } from '../messages/text.ts';
import type { MessageRow } from '../messages/message.ts';
import type { UserRow } from '../../http/actor.ts';

/** A silent mention, which links to the user and does not notify. */
export function userLink({ full_name, id }: Pick<UserRow, 'full_name' | 'id'>): string {
  return `@_**${full_name}|${id}**`;
}

export function channelLink({ name }: Pick<ChannelRow, 'name'>): string {
  return `#**${name}**`;
}

/** A link to a message in a channel. */
function messageLink(
  { name }: Pick<ChannelRow, 'name'>,
  { topic, id }: Pick<MessageRow, 'topic' | 'id'>,
): string {
  return `#**${name}>${topic}@${id}**`;
}

/** Quotes text of users with a fence longer than any in the text, so that it cannot be closed. */
export function quoted(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${text === '' ? '*nothing*' : text}\n${fence}`;
}

const TRUNCATED = '\n[cut]';

/** Quotes as much of a text as possible. Its fences can be as long as the text if that consists of backticks. */
export function quotedWithin(text: string, maxLength: number): string {
  const complete = quoted(text);
  if (lengthOf(complete) <= maxLength) return complete;
  const truncated = quoted(truncate(text, maxLength - 20, TRUNCATED));
  return lengthOf(truncated) <= maxLength
    ? truncated
    : quoted(truncate(text, Math.floor(maxLength / 3) - 20, TRUNCATED));
}

/** A message in the text of a notice: a link, or only its kind for a direct message. */
export function messageReference(accessed: Accessed): string {
  return accessed.kind === 'direct'
    ? 'a direct message'
    : `the message ${messageLink(accessed.channel, accessed.message)}`;
}
