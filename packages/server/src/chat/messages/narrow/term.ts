/** A user by id or by address, a channel by id or by name. */
export type NameOrId = number | string;

export type Is = 'dm' | 'unread' | 'starred' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'muted';
export type Has = 'attachment' | 'image' | 'link' | 'reaction';
export type ChannelKind = 'public' | 'web-public' | 'archived';

/** The condition of a term, before names are looked up. */
export type NamedCondition =
  | { readonly kind: 'channel'; readonly channel: NameOrId }
  | { readonly kind: 'channels'; readonly which: ChannelKind }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'sender'; readonly who: NameOrId }
  | { readonly kind: 'dm'; readonly who: readonly NameOrId[] }
  | { readonly kind: 'dm-including'; readonly who: NameOrId }
  | { readonly kind: 'mentions'; readonly who: NameOrId }
  | { readonly kind: 'is'; readonly what: Is }
  | { readonly kind: 'has'; readonly what: Has }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'sent'; readonly period: Period };

/** Send times from a moment on, before another, or both. */
export type Period = { readonly from?: Date; readonly to?: Date };

export type Term = { readonly condition: NamedCondition; readonly isNegated: boolean };

/** A parsed narrow: all terms and all words must match. */
export type Narrow = {
  readonly terms: readonly Term[];
  /** The text of a full-text search, if any. */
  readonly search: string | undefined;
};
