import { lengthOf } from '@parley/contract/primitives.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { shorten } from '../messages/text.ts';
import type { MessageRow } from '../messages/message.ts';
import type { UserRow } from '../../http/actor.ts';

/** A user's name that leads to the user and calls nobody. */
export function userLink({ full_name, id }: Pick<UserRow, 'full_name' | 'id'>): string {
  return `@_**${full_name}|${id}**`;
}

export function channelLink({ name }: Pick<ChannelRow, 'name'>): string {
  return `#**${name}**`;
}

/** Leads to a message in a channel, for those who can read it there. */
export function messageLink(
  { name }: Pick<ChannelRow, 'name'>,
  { topic, id }: Pick<MessageRow, 'topic' | 'id'>,
): string {
  return `#**${name}>${topic}@${id}**`;
}

/** Text of users between fences that it cannot close. */
export function quoted(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${text === '' ? '*nothing*' : text}\n${fence}`;
}

const CUT = '\n[cut]';

/** As much of a text as fits. Fences are longer than the longest row of ticks, which may be the whole text. */
export function quotedWithin(text: string, room: number): string {
  const whole = quoted(text);
  if (lengthOf(whole) <= room) return whole;
  const most = quoted(shorten(text, room - 20, CUT));
  return lengthOf(most) <= room ? most : quoted(shorten(text, Math.floor(room / 3) - 20, CUT));
}
