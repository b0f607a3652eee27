import { failedTitle, KEPT_SENTENCE } from './failure-text.ts';
import { t } from './index.ts';

/** Views that can have nothing to show. */
export const VIEWS = [
  'inbox',
  'catch-up',
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
  'yours',
  'channels',
  'archived',
  'people',
  'groups',
  'bots',
  'uploads',
] as const;

export type ViewKind = (typeof VIEWS)[number];

/** Reasons why there is nothing, the most special one first. */
export const VIEW_STATES = [
  'failed',
  'offline',
  'no-right',
  'new-organization',
  'new-member',
  'nothing-left',
] as const;

export type ViewState = (typeof VIEW_STATES)[number];

/** The one thing that helps. */
export type ViewAction =
  | 'retry'
  | 'inbox'
  | 'recent'
  | 'write'
  | 'new-topic'
  | 'new-search'
  | 'invite'
  | 'find-channels'
  | 'new-channel'
  | 'people';

/** One sentence and one button. */
export type ViewWords = { readonly title: string; readonly text: string; readonly action: ViewAction };

/** The words of a view in a state; states that change nothing there are like `nothing-left`. */
export function viewWords(view: ViewKind, state: ViewState): ViewWords {
  if (state === 'failed')
    return { title: failedTitle(NAMES[view]()), text: t(KEPT_SENTENCE), action: 'retry' };
  return { ...USUAL[view](), ...SPECIAL[state][view]?.() };
}

/** Whether the view shows only what the server sends for it, so that it can miss something without a network. */
export function needsServer(view: ViewKind): boolean {
  return SPECIAL.offline[view] !== undefined;
}

/** Whether a state has words of its own in the view. */
export function isSpecial(view: ViewKind, state: ViewState): boolean {
  return state === 'failed' || state === 'nothing-left' || SPECIAL[state][view] !== undefined;
}

const NAMES: Readonly<Record<ViewKind, () => string>> = {
  inbox: () => t('Inbox'),
  'catch-up': () => t('Catch up'),
  recent: () => t('Recent'),
  mentions: () => t('Mentions'),
  starred: () => t('Starred'),
  reactions: () => t('Reactions'),
  feed: () => t('Combined feed'),
  topic: () => t('This topic'),
  direct: () => t('This conversation'),
  notes: () => t('Notes to yourself'),
  topics: () => t('The topics of this channel'),
  drafts: () => t('Drafts'),
  scheduled: () => t('Scheduled'),
  search: () => t('Search'),
  yours: () => t('Your channels'),
  channels: () => t('Channels'),
  archived: () => t('Archived channels'),
  people: () => t('People'),
  groups: () => t('Groups'),
  bots: () => t('Bots'),
  uploads: () => t('Uploads'),
};

const USUAL: Readonly<Record<ViewKind, () => ViewWords>> = {
  inbox: () => ({
    title: t('Nothing unread'),
    text: t('New messages show up here as they arrive.'),
    action: 'recent',
  }),
  recent: () => ({
    title: t('No conversations yet'),
    text: t('Topics and direct messages are listed here, newest first.'),
    action: 'new-topic',
  }),
  mentions: () => ({
    title: t('Nobody mentioned you yet'),
    text: t('A message with your name in it reaches you here.'),
    action: 'inbox',
  }),
  starred: () => ({
    title: t('Nothing starred'),
    text: t('Star a message to find it here again.'),
    action: 'recent',
  }),
  reactions: () => ({
    title: t('No reactions yet'),
    text: t('Your messages that others react to come here.'),
    action: 'recent',
  }),
  feed: () => ({
    title: t('No messages yet'),
    text: t('Messages of all your channels come here as they are written.'),
    action: 'find-channels',
  }),
  topic: () => ({
    title: t('Nothing here yet'),
    text: t('Write the first message of this topic.'),
    action: 'write',
  }),
  direct: () => ({
    title: t('No messages yet'),
    text: t('Say hello: what you write here is between you.'),
    action: 'write',
  }),
  notes: () => ({
    title: t('Notes to yourself'),
    text: t('Only you can read what you write here.'),
    action: 'write',
  }),
  topics: () => ({
    title: t('No topics yet'),
    text: t('The first message begins the first topic.'),
    action: 'new-topic',
  }),
  drafts: () => ({
    title: t('No drafts'),
    text: t('A text that you begin and do not send is kept here, on this device and on the server.'),
    action: 'new-topic',
  }),
  scheduled: () => ({
    title: t('Nothing is scheduled'),
    text: t('Choose a time beside Send, and the message leaves by itself.'),
    action: 'inbox',
  }),
  search: () => ({
    title: t('Nothing found'),
    text: t('Try fewer or other words, or remove a chip.'),
    action: 'new-search',
  }),
  'catch-up': () => ({
    title: t('Nothing to catch up on'),
    text: t('Unread conversations come here one after another.'),
    action: 'inbox',
  }),
  yours: () => ({
    title: t('You have not joined a channel yet'),
    text: t('Join the channels that concern you: their messages reach your inbox.'),
    action: 'find-channels',
  }),
  channels: () => ({
    title: t('No channels yet'),
    text: t('A channel holds the topics of one subject or one team.'),
    action: 'new-channel',
  }),
  archived: () => ({
    title: t('Nothing archived'),
    text: t('Channels that are done can be archived. Their messages stay.'),
    action: 'find-channels',
  }),
  people: () => ({
    title: t('You are alone here'),
    text: t('Invite people with a link: it works without mail.'),
    action: 'invite',
  }),
  groups: () => ({
    title: t('No groups yet'),
    text: t('A group can be mentioned, added to channels and named in permissions.'),
    action: 'people',
  }),
  bots: () => ({
    title: t('No bots yet'),
    text: t('Programs that write messages are listed here.'),
    action: 'people',
  }),
  uploads: () => ({
    title: t('No uploads'),
    text: t('Drop files on any conversation to share them.'),
    action: 'recent',
  }),
};

type Row = Partial<Record<ViewKind, () => Partial<ViewWords>>>;

/** Without a connection: the list may be incomplete, and fills by itself. */
function notHere(): Partial<ViewWords> {
  return {
    title: t('Not on this device'),
    text: t('This was not opened here before the connection went. It loads by itself.'),
    action: 'inbox',
  };
}

const SPECIAL: Readonly<Record<Exclude<ViewState, 'failed'>, Row>> = {
  'nothing-left': {},
  offline: {
    recent: notHere,
    mentions: notHere,
    starred: notHere,
    reactions: notHere,
    feed: notHere,
    topic: notHere,
    direct: notHere,
    topics: notHere,
    uploads: notHere,
    search: () => ({
      ...notHere(),
      title: t('Search needs a connection'),
      text: t('Messages are found on the server. Try again when you are online.'),
    }),
  },
  'no-right': {
    topic: () => ({
      title: t('You cannot write here'),
      text: t('Others write in this channel. Their messages appear here by themselves.'),
      action: 'inbox',
    }),
    topics: () => ({
      text: t('You cannot begin topics here. Those of others appear by themselves.'),
      action: 'find-channels',
    }),
    direct: () => ({
      title: t('You cannot write here'),
      text: t('One of these people is deactivated and receives no messages.'),
      action: 'people',
    }),
    yours: () => ({
      text: t('One of its members can add you to a channel.'),
      action: 'people',
    }),
    channels: () => ({
      title: t('There is no channel that you can see'),
      text: t('One of its members can add you to a channel.'),
      action: 'people',
    }),
    people: () => ({
      text: t('You see the people of your channels, once you are in one.'),
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
    people: () => ({ title: t('You are the first') }),
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
    mentions: () => ({ text: t('You are new: a message with your name in it reaches you here.') }),
    feed: () => ({ text: t('You are new: join channels to see what others write.') }),
  },
};
