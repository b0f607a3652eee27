import type { Narrow } from '../narrow/narrow.ts';

/** A view and its content; every place has an address. */
export type Place =
  | { readonly view: 'inbox' }
  | { readonly view: 'catch-up' }
  | { readonly view: 'recent' }
  | { readonly view: 'topics'; readonly channelId: number }
  | {
      readonly view: 'messages';
      readonly narrow: Narrow;
      /** Message to open at. */
      readonly near?: number;
      /** Message whose conversation is meant, wherever it was moved to. */
      readonly with?: number;
    }
  /** All channels of the user, for screens without a sidebar. */
  | { readonly view: 'channels' }
  /** The user's own page, for screens without a sidebar. */
  | { readonly view: 'you' }
  | { readonly view: 'drafts' }
  | { readonly view: 'scheduled' }
  | { readonly view: 'settings'; readonly page: string };
