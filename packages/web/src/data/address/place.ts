import { narrowKey, type Narrow } from '../narrow/narrow.ts';

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
  /** Channels of the user, all that the user can see, or archived ones; the screen decides where none is named. */
  | { readonly view: 'channels'; readonly list?: ChannelListName }
  /** People, groups or bots of the organization. */
  | { readonly view: 'people'; readonly list?: PeopleListName }
  /** The user's own page, for screens without a sidebar. */
  | { readonly view: 'you' }
  | { readonly view: 'drafts' }
  | { readonly view: 'scheduled' }
  | { readonly view: 'settings'; readonly page: string }
  /** Settings of the organization. */
  | { readonly view: 'organization'; readonly page: string };

export type ChannelListName = 'yours' | 'all' | 'archived';

export type PeopleListName = 'people' | 'groups' | 'bots';

/** Whether both show the same; the message at which a conversation opens does not matter. */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a.view === 'messages') return b.view === 'messages' && narrowKey(a.narrow) === narrowKey(b.narrow);
  if (a.view === 'topics') return b.view === 'topics' && a.channelId === b.channelId;
  if (a.view === 'settings' || a.view === 'organization') return b.view === a.view && a.page === b.page;
  return a.view === b.view;
}
