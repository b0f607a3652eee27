/**
 * What should be true of an organization: plain sets and maps, and the rules in rules.ts. Nothing here knows how
 * the server keeps it.
 */
export type Model = {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  /** In the order of their ids. Deleted ones are taken out. */
  readonly messages: Message[];
};

export type User = {
  readonly id: number;
  readonly name: string;
  isGuest: boolean;
  readonly isAdministrator: boolean;
  /** What somebody has of messages, by id. Whoever never received one, nor marked it, has nothing. */
  readonly copies: Map<number, Copy>;
  /** Messages that they had starred and that were deleted when they could not see them: no event says so. */
  readonly untold: Set<number>;
  /** Channels that they do not want to hear of. */
  readonly mutedChannels: Set<Channel>;
  /** Whose messages they do not want to read. */
  readonly mutedUsers: Set<User>;
  /** By `wishKey`. */
  readonly wishes: Map<string, Wish>;
};

export type Wish = 0 | 1 | 2 | 3;

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

/** Who sees what was said: everybody but guests, subscribers, or subscribers from when they came. */
export type Privacy = 'public' | 'shared' | 'protected';

export type Message = {
  readonly id: number;
  /** By which steps name it. */
  readonly label: number;
  readonly sender: User;
  place: Place;
  content: string;
  callsEveryone: boolean;
  /** Who was in the channel when the message came into it. */
  witnesses: ReadonlySet<User>;
  /** Who and which emoji, in the order in which they came. */
  readonly reactions: string[];
  /** What it was, the oldest first; the last is what it is. */
  readonly versions: { readonly topic: string; readonly content: string }[];
};

export type Place =
  | { readonly kind: 'channel'; readonly channel: Channel; readonly topic: string }
  | { readonly kind: 'direct'; readonly users: readonly User[] };

export function wishKey(channel: Channel, topic: string): string {
  return `${channel.id} ${topic.toLowerCase()}`;
}

export function newUser(id: number, name: string, role: number): User {
  return {
    id,
    name,
    isGuest: role === 600,
    isAdministrator: role <= 200,
    copies: new Map(),
    untold: new Set(),
    mutedChannels: new Set(),
    mutedUsers: new Set(),
    wishes: new Map(),
  };
}

/** The messages of a topic. */
export function messagesIn(model: Model, channel: Channel, topic: string): Message[] {
  return model.messages.filter(
    ({ place }) =>
      place.kind === 'channel' &&
      place.channel === channel &&
      place.topic.toLowerCase() === topic.toLowerCase(),
  );
}
