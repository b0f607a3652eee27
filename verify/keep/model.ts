/** A plain model of an organization: who wrote what, how old it is, what is on hold, and for how long things are kept. */
export type Model = {
  readonly people: Person[];
  readonly channels: Channel[];
  messages: Message[];
  holds: Hold[];
  /** Files that no message links any more. */
  orphans: Orphan[];
  /** Days for which the organization keeps messages; undefined without a limit. */
  days: number | undefined;
};

export type Person = {
  readonly id: number;
  /** Words that only what is stored about this person has. */
  readonly words: readonly string[];
  /** A file that no message links. */
  readonly upload: string;
  uploadDays: number;
  isDeleted: boolean;
  /** Messages are deleted as soon as they are released. */
  isRemoved: boolean;
};

export type Channel = {
  readonly id: number;
  readonly name: string;
  /** Days, 'default' for those of the organization, 'unlimited'. */
  days: number | 'default' | 'unlimited';
};

export type Message = {
  id: number;
  readonly sender: number;
  /** Index of the channel, or the ids of the people of a direct conversation. */
  place: { readonly channel: number } | { readonly people: readonly number[] };
  topic: string;
  /** Occurs in this message and nowhere else; earlier words are in its history. */
  word: string;
  earlier: readonly string[];
  /** The address and the word of a file that it links. */
  readonly file?: { readonly url: string; readonly word: string };
  days: number;
  /** Was due since the last comparison: the server's own jobs may have deleted it. */
  wasDue?: boolean;
};

/** A file without messages, and the days since the last one linked it. */
export type Orphan = { readonly url: string; readonly word: string; readonly owner: number; days: number };

export type Hold = { readonly id: number; readonly user?: number; readonly channel?: number };

export function isHeld({ holds }: Model, { sender, place }: Pick<Message, 'sender' | 'place'>): boolean {
  return holds.some(
    ({ user, channel }) =>
      (user !== undefined && (user === sender || ('people' in place && place.people.includes(user)))) ||
      (channel !== undefined && 'channel' in place && place.channel === channel),
  );
}

export function isUserHeld({ holds }: Model, id: number): boolean {
  return holds.some(({ user }) => user === id);
}

/** Whether the message has to be gone once every job has run. */
export function isDue(model: Model, message: Message): boolean {
  if (isHeld(model, message)) return false;
  const sender = model.people.find(({ id }) => id === message.sender);
  if (sender?.isRemoved === true) return true;
  const days = daysOf(model, message);
  return days !== undefined && message.days >= days;
}

function daysOf({ days, channels }: Model, { place }: Message): number | undefined {
  const channel = 'channel' in place ? channels[place.channel]?.days : 'default';
  if (channel === 'unlimited') return undefined;
  return typeof channel === 'number' ? channel : days;
}
