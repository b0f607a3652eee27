/**
 * The expected state of an organization in plain sets and maps, with the rules in rules.ts; independent of how
 * the server stores it.
 */
export type Model = {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  /** Ordered by id, without deleted messages. */
  readonly messages: Message[];
};

export type User = {
  readonly id: number;
  readonly name: string;
  isGuest: boolean;
  readonly isAdministrator: boolean;
  /** State of received or flagged messages by id. */
  readonly copies: Map<number, Copy>;
  /** Starred messages that were deleted while the user had no access, for which no event is sent. */
  readonly starsDeletedUnseen: Set<number>;
  /** Muted channels. */
  readonly mutedChannels: Set<Channel>;
  /** Muted users. */
  readonly mutedUsers: Set<User>;
  /** By `topicKey`. */
  readonly topicPolicies: Map<string, TopicPolicy>;
};

export type TopicPolicy = 0 | 1 | 2 | 3;

export type Copy = {
  readonly isReceived: boolean;
  isRead: boolean;
  isStarred: boolean;
  isMentioned: boolean;
};

export type Channel = {
  readonly id: number;
  readonly name: string;
  privacy: Privacy;
  isArchived: boolean;
  readonly subscribers: Set<User>;
};

/** Access to messages: all users but guests, subscribers, or subscribers from their subscription on. */
export type Privacy = 'public' | 'shared' | 'protected';

export type Message = {
  readonly id: number;
  /** Label by which steps refer to the message. */
  readonly label: number;
  readonly sender: User;
  conversation: Conversation;
  content: string;
  callsEveryone: boolean;
  /** Subscribers of the channel when the message entered it. */
  witnesses: ReadonlySet<User>;
  /** User id and emoji, oldest first. */
  readonly reactions: string[];
  /** All versions, oldest first; the last is current. */
  readonly versions: { readonly topic: string; readonly content: string }[];
};

export type Conversation =
  | { readonly kind: 'channel'; readonly channel: Channel; readonly topic: string }
  | { readonly kind: 'direct'; readonly users: readonly User[] };

export function topicKey(channel: Channel, topic: string): string {
  return `${channel.id} ${topic.toLowerCase()}`;
}

export function newUser(id: number, name: string, role: number): User {
  return {
    id,
    name,
    isGuest: role === 600,
    isAdministrator: role <= 200,
    copies: new Map(),
    starsDeletedUnseen: new Set(),
    mutedChannels: new Set(),
    mutedUsers: new Set(),
    topicPolicies: new Map(),
  };
}

/** The messages of a topic. */
export function messagesIn(model: Model, channel: Channel, topic: string): Message[] {
  return model.messages.filter(
    ({ conversation }) =>
      conversation.kind === 'channel' &&
      conversation.channel === channel &&
      conversation.topic.toLowerCase() === topic.toLowerCase(),
  );
}
