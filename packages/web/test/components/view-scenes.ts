import type { State } from '@parley/client';
import type { Place } from '../../src/data/address/place.ts';
import { isSpecial, VIEW_STATES, VIEWS, type ViewKind, type ViewState } from '../../src/words/view-states.ts';
import type { ExampleOptions } from './example-chat.tsx';
import { exampleChannel, exampleState, exampleUser, ME, type StateParts } from './examples.ts';

/** A view that has nothing to show, for one reason. */
export type ViewScene = ExampleOptions & {
  readonly view: ViewKind;
  readonly viewState: ViewState;
  readonly place: Place;
};

/** Views that show by themselves that a request of theirs was refused; others fail by an exception. */
export const FETCHING: readonly ViewKind[] = [
  'mentions',
  'starred',
  'reactions',
  'feed',
  'topic',
  'direct',
  'notes',
  'search',
  'uploads',
];

/** Every view in every state that has words of its own there. */
export function viewScenes(): readonly ViewScene[] {
  return VIEWS.flatMap((view) =>
    VIEW_STATES.filter((viewState) => isSpecial(view, viewState) && !isImpossible(view, viewState)).map(
      (viewState) => ({
        view,
        viewState,
        place: PLACES[view],
        state: stateOf(view, viewState),
        isOffline: viewState === 'offline',
        answers: NOTHING,
        refused: viewState === 'failed' ? Object.keys(NOTHING) : [],
      }),
    ),
  );
}

/** A view that waits for the server. */
export type WaitingScene = ExampleOptions & { readonly name: string; readonly place: Place };

/** Views whose content is on its way, in grey. */
export function waitingScenes(): readonly WaitingScene[] {
  const scene = (name: string, place: Place): WaitingScene => ({
    name: `${name}, waiting`,
    place,
    state: exampleState({ is_admin: true, is_owner: true }),
    isSilent: true,
  });
  return [
    scene('topic', PLACES.topic),
    scene('topics', PLACES.topics),
    scene('recent', PLACES.recent),
    scene('uploads', PLACES.uploads),
    scene('devices', { view: 'settings', page: 'sessions' }),
    scene('programs', { view: 'settings', page: 'programs' }),
    scene('overview', { view: 'organization', page: 'overview' }),
    scene('data', { view: 'organization', page: 'data' }),
    scene('log', { view: 'organization', page: 'log' }),
  ];
}

/** A reader who is the only person is the first one. */
function isImpossible(view: ViewKind, viewState: ViewState): boolean {
  return view === 'people' && viewState === 'nothing-left';
}

const CHANNEL_ID = 1;

const PLACES: Readonly<Record<ViewKind, Place>> = {
  inbox: { view: 'inbox' },
  'catch-up': { view: 'catch-up' },
  recent: { view: 'recent' },
  mentions: { view: 'messages', narrow: { kind: 'mentions' } },
  starred: { view: 'messages', narrow: { kind: 'starred' } },
  reactions: { view: 'messages', narrow: { kind: 'reactions' } },
  feed: { view: 'messages', narrow: { kind: 'all' } },
  topic: { view: 'messages', narrow: { kind: 'topic', channelId: CHANNEL_ID, topic: 'motors' } },
  direct: { view: 'messages', narrow: { kind: 'direct', userIds: [11] } },
  notes: { view: 'messages', narrow: { kind: 'direct', userIds: [] } },
  topics: { view: 'topics', channelId: CHANNEL_ID },
  drafts: { view: 'drafts' },
  scheduled: { view: 'scheduled' },
  search: {
    view: 'messages',
    narrow: { kind: 'search', terms: [{ operator: 'search', operand: 'limit switch' }] },
  },
  yours: { view: 'channels', list: 'yours' },
  channels: { view: 'channels', list: 'all' },
  archived: { view: 'channels', list: 'archived' },
  people: { view: 'people', list: 'people' },
  groups: { view: 'people', list: 'groups' },
  bots: { view: 'people', list: 'bots' },
  uploads: { view: 'settings', page: 'uploads' },
};

/** Answers of a server without messages, by path. */
const NOTHING: Readonly<Record<string, object>> = {
  '/messages': { messages: [], found_oldest: true, found_newest: true, found_anchor: false, anchor: 1 },
  '/conversations': { conversations: [], found_oldest: true },
  [`/users/me/${CHANNEL_ID}/topics`]: { topics: [] },
  '/attachments': { attachments: [], upload_space_used: 0 },
};

function stateOf(view: ViewKind, viewState: ViewState): State {
  return exampleState({ ...AGES[viewState], ...partsOf(view, viewState) });
}

const DAY_SECONDS = 86_400;
const nowSeconds = (): number => Date.now() / 1000;
const owner = (): object => exampleUser(ME, 'Iris Lindqvist', { role: 100, is_admin: true, is_owner: true });
const member = (joined: string): object =>
  exampleUser(ME, 'Iris Lindqvist', { role: 400, date_joined: joined });
const others = [exampleUser(11, 'Bram Okafor'), exampleUser(12, 'Chen Wei')];

/** The people of the organization, and how long the reader has been there. */
const AGES: Readonly<Record<ViewState, StateParts>> = {
  failed: {},
  offline: {},
  'no-right': {},
  'nothing-left': {},
  'new-organization': {
    is_owner: true,
    realm_users: [owner()],
    realm_date_created: nowSeconds() - DAY_SECONDS,
  },
  'new-member': {
    is_owner: false,
    realm_users: [member(new Date(1000 * (nowSeconds() - DAY_SECONDS)).toISOString()), ...others],
  },
};

const NOBODY = { direct_members: [], direct_subgroups: [] };

function partsOf(view: ViewKind, viewState: ViewState): StateParts {
  const isRefused = viewState === 'no-right';
  if (view === 'yours' || view === 'channels') return { subscriptions: [], can_create_streams: !isRefused };
  if (view === 'people') return { realm_users: [owner()], is_guest: isRefused };
  if (!isRefused) return {};
  if (view === 'direct')
    return {
      realm_users: [owner(), exampleUser(12, 'Chen Wei')],
      realm_non_active_users: [exampleUser(11, 'Bram Okafor')],
    };
  return {
    realm_users: [member('2026-01-05T09:00:00Z'), ...others],
    subscriptions: [exampleChannel(CHANNEL_ID, 'dome', { can_send_message_group: NOBODY })],
  };
}
