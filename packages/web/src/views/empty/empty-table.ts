import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';

/** Views that can have nothing to show. */
export const EMPTY_VIEWS = [
  'inbox',
  'recent',
  'mentions',
  'starred',
  'reactions',
  'feed',
  'topic',
  'direct',
  'notes',
  'topics',
  'drafts',
  'scheduled',
  'search',
] as const;

export type EmptyKind = (typeof EMPTY_VIEWS)[number];

/** Reasons why there is nothing, the most special one first. */
export const SITUATIONS = ['offline', 'no-right', 'new-organization', 'new-member', 'nothing-left'] as const;

export type Situation = (typeof SITUATIONS)[number];

/** The one thing that helps. */
export type EmptyAction = 'recent' | 'invite' | 'find-channels' | 'new-topic' | 'inbox';

export type EmptyState = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action?: EmptyAction;
};

/** The words of an empty view; situations that change nothing there are like `nothing-left`. */
export function emptyState(view: EmptyKind, situation: Situation): EmptyState {
  const usual = USUAL[view]();
  return { ...usual, ...SPECIAL[situation]?.[view]?.() };
}

/** Whether the view shows only what the server sends for it, so that it can miss something without a network. */
export function needsServer(view: EmptyKind): boolean {
  return SPECIAL.offline?.[view] !== undefined;
}

const USUAL: Readonly<Record<EmptyKind, () => EmptyState>> = {
  inbox: () => ({
    icon: 'inbox',
    title: t('Nothing unread'),
    text: t('New messages show up here as they arrive.'),
    action: 'recent',
  }),
  recent: () => ({
    icon: 'clock',
    title: t('No conversations yet'),
    text: t('Topics and direct messages are listed here, newest first.'),
    action: 'new-topic',
  }),
  mentions: () => ({
    icon: 'at',
    title: t('Nobody mentioned you yet'),
    text: t('A message with your name in it reaches you here.'),
    action: 'inbox',
  }),
  starred: () => ({
    icon: 'star',
    title: t('Nothing starred'),
    text: t('Star a message to find it here again.'),
    action: 'recent',
  }),
  reactions: () => ({
    icon: 'smile',
    title: t('No reactions yet'),
    text: t('Your messages that others react to come here.'),
    action: 'recent',
  }),
  feed: () => ({
    icon: 'feed',
    title: t('No messages yet'),
    text: t('Messages of all your channels come here as they are written.'),
    action: 'find-channels',
  }),
  topic: () => ({
    icon: 'hash',
    title: t('Nothing here yet'),
    text: t('Write the first message of this topic.'),
  }),
  direct: () => ({
    icon: 'mail',
    title: t('No messages yet'),
    text: t('Say hello: what you write here is between you.'),
  }),
  notes: () => ({
    icon: 'pencil',
    title: t('Notes to yourself'),
    text: t('Only you can read what you write here.'),
  }),
  topics: () => ({
    icon: 'hash',
    title: t('No topics yet'),
    text: t('The first message begins the first topic.'),
    action: 'new-topic',
  }),
  drafts: () => ({
    icon: 'pencil',
    title: t('No drafts'),
    text: t('A text that you begin and do not send is kept here, on this device and on the server.'),
    action: 'new-topic',
  }),
  scheduled: () => ({
    icon: 'later',
    title: t('Nothing is scheduled'),
    text: t('Choose a time beside Send, and the message leaves by itself.'),
    action: 'inbox',
  }),
  search: () => ({
    icon: 'search',
    title: t('Nothing found'),
    text: t('Try fewer or other words, or remove a chip.'),
  }),
};

type Row = Partial<Record<EmptyKind, () => Partial<EmptyState>>>;

/** Without a connection: the list may be incomplete, and fills by itself. */
function notHere(): Partial<EmptyState> {
  return {
    icon: 'cloud',
    title: t('Not on this device'),
    text: t('This was not opened here before the connection went. It loads by itself.'),
    action: 'inbox',
  };
}

const SPECIAL: Partial<Record<Situation, Row>> = {
  offline: {
    recent: notHere,
    mentions: notHere,
    starred: notHere,
    reactions: notHere,
    feed: notHere,
    topic: notHere,
    direct: notHere,
    topics: notHere,
    search: () => ({
      ...notHere(),
      title: t('Search needs a connection'),
      text: t('Messages are found on the server. Try again when you are online.'),
    }),
  },
  'no-right': {
    topic: () => ({
      icon: 'lock',
      text: t('You cannot write here. Messages of those who may show up as they write.'),
    }),
    topics: () => ({
      icon: 'lock',
      text: t('You cannot begin topics here. Those of others show up as they write.'),
      action: 'find-channels',
    }),
  },
  'new-organization': {
    inbox: () => ({
      title: t('You are the first'),
      text: t('Invite people with a link. Their messages show up here.'),
      action: 'invite',
    }),
    recent: () => ({ text: t('Write the first topic, and invite people to answer.') }),
    mentions: () => ({
      text: t('You are the first here. Invite people, and they can mention you.'),
      action: 'invite',
    }),
    reactions: () => ({
      text: t('You are the first here. Invite people, and they can react.'),
      action: 'invite',
    }),
    feed: () => ({ text: t('You are the first here. Write the first topic.'), action: 'new-topic' }),
  },
  'new-member': {
    inbox: () => ({
      text: t('You are new: the inbox fills as others write in your channels.'),
      action: 'find-channels',
    }),
    recent: () => ({
      text: t('You are new: join channels to see what others talk about.'),
      action: 'find-channels',
    }),
    mentions: () => ({ text: t('You are new: somebody who writes your name reaches you here.') }),
    feed: () => ({ text: t('You are new: join channels to see what others write.') }),
  },
};
