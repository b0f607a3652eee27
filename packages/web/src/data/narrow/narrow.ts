import type { NarrowTerm } from '@parley/client';

/** A selection of messages that has a view of its own. */
export type Narrow =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'channel'; readonly channelId: number }
  /** Participants without the reader, ascending; empty for notes to oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'mentions' }
  | { readonly kind: 'starred' }
  /** Own messages that others reacted to. */
  | { readonly kind: 'reactions' }
  | { readonly kind: 'search'; readonly terms: readonly NarrowTerm[] };

/** A narrow in which messages are read one after another. */
export type Conversation = Extract<Narrow, { kind: 'topic' | 'direct' }>;

/** Equal narrows have equal keys. Topics are compared without case, as the server does. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `topic:${narrow.channelId}:${narrow.topic.toLowerCase()}`;
    case 'channel':
      return `channel:${narrow.channelId}`;
    case 'direct':
      return `direct:${narrow.userIds.join(',')}`;
    case 'search':
      return `search:${JSON.stringify(narrow.terms)}`;
    case 'all':
    case 'mentions':
    case 'starred':
    case 'reactions':
      return narrow.kind;
  }
}

export function isConversation(narrow: Narrow): narrow is Conversation {
  return narrow.kind === 'topic' || narrow.kind === 'direct';
}
