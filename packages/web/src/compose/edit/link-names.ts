import type { State } from '@parley/client';
import { parseAddress } from '../../data/address/address.ts';
import { channelById } from '../../data/derived/channels.ts';

/** The address of a channel, topic or message of this organization as the name that becomes a link; undefined for others. */
export function linkName(state: State, origin: string, address: string): string | undefined {
  const hash = hashIn(origin, address.trim());
  const place = hash === undefined ? undefined : parseAddress(hash, state);
  if (place?.view === 'topics') return nameOf(state, place.channelId);
  if (place?.view !== 'messages') return undefined;
  const { narrow, near } = place;
  if (narrow.kind === 'channel' && near === undefined) return nameOf(state, narrow.channelId);
  return narrow.kind === 'topic' ? messageName(state, narrow.channelId, narrow.topic, near) : undefined;
}

/** `#**dome>mirror cover@1734**`; undefined if a name has signs that would end it. */
export function messageName(
  state: State,
  channelId: number,
  topic: string,
  messageId: number | undefined,
): string | undefined {
  return nameOf(state, channelId, `>${topic}${messageId === undefined ? '' : `@${messageId}`}`);
}

function nameOf(state: State, channelId: number, rest = ''): string | undefined {
  const name = channelById(state, channelId)?.name;
  if (name === undefined || UNSAFE.test(name) || UNSAFE.test(rest.slice(1))) return undefined;
  return `#**${name}${rest}**`;
}

/** Signs that end a name or begin another markup in it. */
const UNSAFE = /[`>*&[\]\n]|\$\$/;

function hashIn(origin: string, address: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.origin === origin && url.pathname === '/' && url.search === '' ? url.hash : undefined;
}
