import type { State } from '@parley/client';
import { parseAddress } from '../../data/address/address.ts';
import { isConversation } from '../../data/narrow/narrow.ts';

/** The target of a link in a text. */
export type CardTarget =
  | { readonly kind: 'message'; readonly messageId: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'user'; readonly userId: number };

/** Undefined for links that have nothing to tell. */
export function targetOf(link: Element, state: State): CardTarget | undefined {
  const userId = Number(link.getAttribute('data-user-id'));
  if (userId > 0) return { kind: 'user', userId };
  const place = parseAddress(link.getAttribute('href') ?? '', state);
  if (place?.view === 'topics') return { kind: 'channel', channelId: place.channelId };
  if (place?.view !== 'messages') return undefined;
  const { narrow, near } = place;
  if (near !== undefined && isConversation(narrow)) return { kind: 'message', messageId: near };
  if (narrow.kind === 'topic') return { kind: 'topic', channelId: narrow.channelId, topic: narrow.topic };
  return narrow.kind === 'channel' ? { kind: 'channel', channelId: narrow.channelId } : undefined;
}
