import type { Client, Message, State } from '@parley/client';
import type { Cell } from './cell.ts';
import type { Link } from './link.ts';
import type { Conversation, Narrow } from './narrow/narrow.ts';
import type { Batch, ReactionEmoji, StoredDraft, StoredEntry, StoredWindows } from './model/store.ts';

export type { Link } from './link.ts';
export type { ReactionEmoji } from './model/store.ts';

/** All data of one user in one organization, kept up to date. Views read it and call it; nothing else does. */
export type Chat = {
  readonly client: Client;
  readonly selfId: number;
  readonly state: Cell<State>;
  readonly link: Cell<Link>;
  readonly messages: MessageStore;
  readonly unread: Cell<UnreadIndex>;
  /** Opens a window, or returns the cached one of that narrow. */
  readonly openWindow: (narrow: Narrow, anchor?: WindowAnchor) => MessageWindow;
  readonly conversations: ConversationList;
  /** Topics of a channel, newest first; undefined until fetched. */
  readonly topicsOf: (channelId: number) => Cell<readonly TopicSummary[] | undefined>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly actions: ChatActions;
  /** Renders texts as the server would, for previews. */
  readonly renderer: LocalRenderer;
  /** The conversation of a message, wherever it was moved to; undefined if the user cannot see the message. */
  readonly locate: (messageId: number) => Promise<Conversation | undefined>;
  /** Fetches the messages next to a known one in its conversation. */
  readonly neighborsOf: (messageId: number) => Promise<Neighbors>;
  readonly typing: Cell<ReadonlyMap<string, readonly number[]>>;
  readonly presence: Cell<ReadonlyMap<number, PresenceStatus>>;
  /** Calls back with every batch of events, after the state has taken it in. */
  readonly onBatch: (listener: (batch: Batch) => void) => () => void;
  /** Reports whether the user is at the device. */
  readonly setActive: (isActive: boolean) => void;
  /** Sends and stores at once what waits for a pause; `isLeaving` if the page may not hear of the answer. */
  readonly flush: (options?: { readonly isLeaving?: boolean }) => Promise<void>;
  /** Part that is stored with the state of the same moment. */
  readonly stored: () => StoredWindows;
  /** Stops following and keeps the queue. */
  readonly close: () => Promise<void>;
};

/** Ids of the messages before and after one. */
export type Neighbors = { readonly before: number | undefined; readonly after: number | undefined };

export type PresenceStatus = 'online' | 'away' | 'offline';

export type MessageStore = {
  readonly get: (id: number) => Message | undefined;
  /** Changes with each edit, reaction and flag of the message. */
  readonly cell: (id: number) => Cell<Message | undefined>;
};

export type WindowAnchor =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'first-unread' }
  | { readonly kind: 'newest' }
  | { readonly kind: 'oldest' }
  | { readonly kind: 'date'; readonly date: string };

/** A contiguous part of the messages of a narrow, oldest first. */
export type MessageWindow = {
  readonly narrow: Narrow;
  readonly view: Cell<WindowView>;
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  /** Moves the window to another place; a place that it contains needs no request. */
  readonly moveTo: (anchor: WindowAnchor) => Promise<void>;
  /** Fetches messages again that events do not tell of, because their channel has no subscription. */
  readonly refresh: () => void;
};

export type WindowView = {
  readonly ids: readonly number[];
  /** Entries of the outbox for this narrow, shown behind the newest message. */
  readonly pending: readonly OutboxEntry[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly loading: 'none' | 'start' | 'older' | 'newer';
  /** The message at which the list opens; undefined for the end. */
  readonly anchorId: number | undefined;
  /** First message that was unread when the window was opened: the place of the line "Since you left". */
  readonly firstUnreadId: number | undefined;
  /** Messages in front of which others are missing that are being fetched. */
  readonly gaps: readonly number[];
  /** Increases whenever the list shall go to `anchorId`. */
  readonly moves: number;
  /** Text of a failure of the last request. */
  readonly error: string | undefined;
};

export type UnreadIndex = {
  /** Unread messages that count: muted channels, topics and users are left out. */
  readonly total: number;
  readonly mentions: number;
  readonly byKey: ReadonlyMap<string, UnreadConversation>;
  /** Channels whose messages did not change stay the same objects. */
  readonly byChannel: ReadonlyMap<number, UnreadChannel>;
  /** Channel topics and direct messages in reading order: mentions and direct messages first, newest first. */
  readonly order: readonly UnreadConversation[];
  readonly ids: ReadonlySet<number>;
};

export type UnreadSum = { readonly count: number; readonly mentions: number };

export type UnreadChannel = UnreadSum & {
  /** Topics that are not muted or mention the user, newest first. */
  readonly topics: readonly UnreadConversation[];
};

export type UnreadConversation = UnreadSum & {
  readonly conversation: Conversation;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
};

/** The last message of a conversation, for lists. */
export type ConversationSummary = {
  readonly conversation: Conversation;
  readonly maxId: number;
  readonly timestamp: number;
  readonly senderId: number;
  /** First line as plain text. */
  readonly text: string;
  /** Latest senders, newest first, at most three. */
  readonly senderIds: readonly number[];
};

export type ConversationList = {
  /** Newest first, as far as loaded. */
  readonly recent: Cell<readonly ConversationSummary[]>;
  readonly hasMore: Cell<boolean>;
  readonly loadMore: () => Promise<void>;
  readonly summaryOf: (conversation: Conversation) => ConversationSummary | undefined;
  /** Fetches summaries that are not known yet, in one request. */
  readonly need: (conversations: readonly Conversation[]) => void;
};

export type TopicSummary = { readonly name: string; readonly maxId: number };

/** A message on its way to the server. */
export type OutboxEntry = StoredEntry & {
  /** Rendered locally; undefined while the renderer is not loaded. */
  readonly html: string | undefined;
  readonly status: 'sending' | 'waiting' | 'failed';
  /** The server's sentence of a refusal. */
  readonly error: string | undefined;
  /** Reason of a failure: the server refused it, or it is so old that only the user can tell whether to send it. */
  readonly reason: 'refused' | 'expired' | undefined;
  /** Left by an earlier page, and not known whether the server has it: shown only if the first attempt fails. */
  readonly isUncertain?: boolean;
};

export type Outbox = {
  readonly entries: Cell<readonly OutboxEntry[]>;
  /** Stores the entry, shows it and sends it. */
  readonly send: (conversation: Conversation, text: string) => Promise<void>;
  readonly retry: (key: string) => void;
  readonly discard: (key: string) => void;
  /** Key of the entry that became a message, so that its row stays the same. */
  readonly localKey: (messageId: number) => string | undefined;
};

export type LocalDraft = Omit<StoredDraft, 'draftId'>;

export type Drafts = {
  /** By the key of the narrow. */
  readonly all: Cell<ReadonlyMap<string, LocalDraft>>;
  /** Stores the text at the next pause; an empty text removes the draft. */
  readonly set: (conversation: Conversation, text: string) => void;
  /** Stores pending texts at once. */
  readonly flush: () => Promise<void>;
};

export type LocalRenderer = {
  /**
   * Renders a text. Undefined until the renderer is loaded; `onReady` gets the HTML then, and again when a part that
   * the text needs was loaded.
   */
  readonly render: (text: string, onReady: (html: string) => void) => string | undefined;
  /** The HTML, when everything that the text needs was loaded. */
  readonly complete: (text: string) => Promise<string>;
  /** Loads the renderer: when the composer gets the focus, or in idle time. */
  readonly load: () => Promise<void>;
};

export type Visibility = 'inherit' | 'muted' | 'unmuted' | 'followed';

export type KeptUnread = { readonly narrow: Narrow; readonly firstId: number; readonly lastId: number };

/** Changes that show at once and are taken back when the server refuses. */
export type ChatActions = {
  /** Last bulk change that can be undone. */
  readonly undoable: Cell<Undoable | undefined>;
  /** Last refusal, for a toast. */
  readonly refusal: Cell<string | undefined>;
  readonly markRead: (ids: readonly number[]) => void;
  readonly markConversationRead: (conversation: Conversation) => Promise<void>;
  readonly markChannelRead: (channelId: number) => Promise<void>;
  readonly markAllRead: () => Promise<void>;
  /** Marks messages of the narrow as read, up to and including one. */
  readonly markReadUpTo: (narrow: Narrow, messageId: number) => Promise<void>;
  readonly markUnreadFrom: (narrow: Narrow, messageId: number) => Promise<void>;
  /** The messages that the user marked as unread last. They stay so although they are on the screen. */
  readonly keptUnread: Cell<KeptUnread | undefined>;
  readonly setStarred: (id: number, isStarred: boolean) => Promise<void>;
  /** Closes or opens the cards of linked pages of a message on all devices of the user. */
  readonly setCardsClosed: (id: number, areClosed: boolean) => Promise<void>;
  readonly toggleReaction: (id: number, emoji: ReactionEmoji) => Promise<void>;
  readonly setTopicVisibility: (channelId: number, topic: string, visibility: Visibility) => Promise<void>;
  readonly setChannelMuted: (channelId: number, isMuted: boolean) => Promise<void>;
  readonly setResolved: (channelId: number, topic: string, isResolved: boolean) => Promise<void>;
  readonly moveTopic: (move: TopicMove) => Promise<void>;
  readonly deleteMessage: (id: number) => Promise<void>;
  readonly remind: (id: number, unixSeconds: number, note?: string) => Promise<void>;
  readonly cancelScheduled: (scheduledMessageId: number) => Promise<void>;
  readonly cancelReminder: (reminderId: number) => Promise<void>;
  readonly vote: (messageId: number, content: object) => Promise<void>;
  readonly sendTyping: (conversation: Conversation, isTyping: boolean) => void;
  /** Changes a setting of the user; the result tells whether the server took it. */
  readonly setSetting: (name: SettingName, value: SettingValue) => Promise<boolean>;
};

export type UserSettings = NonNullable<State['user_settings']>;
export type SettingName = Exclude<keyof UserSettings, 'emojiset_choices' | 'available_notification_sounds'>;
export type SettingValue = NonNullable<UserSettings[SettingName]>;

export type TopicMove = {
  readonly messageId: number;
  readonly channelId: number;
  readonly topic: string;
  readonly mode: 'change_one' | 'change_later' | 'change_all';
};

export type Undoable = {
  /** For example "12 messages marked as read". */
  readonly text: string;
  readonly undo: () => Promise<void>;
};
