/** A user by id or by address, a channel by id or by name. */
export type Named = number | string;

export type Is = 'dm' | 'unread' | 'starred' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'muted';
export type Has = 'attachment' | 'image' | 'link' | 'reaction';
export type ChannelKind = 'public' | 'web-public' | 'archived';

/** What a term asks of a message, before names are looked up. */
export type Ask =
  | { readonly kind: 'channel'; readonly channel: Named }
  | { readonly kind: 'channels'; readonly which: ChannelKind }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'sender'; readonly who: Named }
  | { readonly kind: 'dm'; readonly who: readonly Named[] }
  | { readonly kind: 'dm-including'; readonly who: Named }
  | { readonly kind: 'mentions'; readonly who: Named }
  | { readonly kind: 'is'; readonly what: Is }
  | { readonly kind: 'has'; readonly what: Has }
  | { readonly kind: 'id'; readonly id: number };

export type Term = { readonly ask: Ask; readonly isNegated: boolean };

/** A search, understood: all terms and all words must match. */
export type Narrow = {
  readonly terms: readonly Term[];
  /** What is searched for in texts; undefined if nothing is. */
  readonly search: string | undefined;
};
