import type { Channel } from '../context.ts';

/** Address of a channel inside the organization. */
export function channelPath(channel: Channel): string {
  return `/#narrow/channel/${channel.id}-${encodeFragment(channel.name.replaceAll(' ', '-'))}`;
}

export function topicPath(channel: Channel, topic: string): string {
  return `${channelPath(channel)}/topic/${encodeFragment(topic)}`;
}

/** Percent-encoding with a dot in place of the percent sign, which browsers leave alone in fragments. */
export function encodeFragment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[.!*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}
