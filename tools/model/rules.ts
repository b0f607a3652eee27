import { wishKey, type Channel, type Message, type Model, type Person } from './model.ts';

export const isIn = (person: Person, channel: Channel): boolean => channel.subscribers.has(person);

/** Whether somebody may read a channel at all. */
export const canRead = (person: Person, channel: Channel): boolean =>
  isIn(person, channel) || (channel.privacy === 'public' && !person.isGuest);

/** Whether somebody may read a message now. */
export const sees = (person: Person, { place, witnesses }: Message): boolean =>
  place.kind === 'direct'
    ? place.people.includes(person)
    : canRead(person, place.channel) && (place.channel.privacy !== 'protected' || witnesses.has(person));

/** Whether a message is among somebody's own, which are shown without naming a channel. */
export const has = (person: Person, message: Message): boolean =>
  sees(person, message) &&
  (message.place.kind === 'direct' ||
    message.place.channel.privacy === 'protected' ||
    person.copies.has(message.id));

/** What nobody received counts as read. */
export const isRead = (person: Person, { id }: Message): boolean => person.copies.get(id)?.isRead ?? true;

/** Unread messages are counted only where somebody is subscribed. */
export const isListedUnread = (person: Person, message: Message): boolean =>
  !isRead(person, message) &&
  sees(person, message) &&
  (message.place.kind === 'direct' || isIn(person, message.place.channel));

export const isMuted = (person: Person, { place }: Message): boolean => {
  if (place.kind === 'direct') return false;
  const wish = place.channel.isArchived ? 0 : (person.wishes.get(wishKey(place.channel, place.topic)) ?? 0);
  return wish === 0 ? person.mutedChannels.has(place.channel) : wish === 1;
};

export const isCalled = (person: Person, message: Message): boolean =>
  message.callsEveryone && person.copies.get(message.id)?.isReceived === true;

/** Those flags that the rules say something about. */
export const flagsOf = (person: Person, message: Message): string[] => {
  const copy = person.copies.get(message.id);
  return [
    ...(isRead(person, message) ? ['read'] : []),
    ...(copy?.isStarred === true ? ['starred'] : []),
    ...(copy?.isMentioned === true ? ['mentioned'] : []),
    ...(isCalled(person, message) ? ['stream_wildcard_mentioned'] : []),
  ];
};

export const unreadOf = (model: Model, person: Person): Message[] =>
  model.messages.filter((message) => isListedUnread(person, message));

/** Whom a message reaches when it is sent. */
export const receiversOf = ({ place }: Pick<Message, 'place'>): readonly Person[] =>
  place.kind === 'direct' ? place.people : [...place.channel.subscribers];

export const canPost = (person: Person, channel: Channel): boolean =>
  !channel.isArchived && canRead(person, channel);

/** Whether somebody may do something to a message. What is archived stays as it is. */
export const canTouch = (person: Person, message: Message): boolean =>
  sees(person, message) && !isArchived(message);

export const isArchived = ({ place }: Message): boolean =>
  place.kind === 'channel' && place.channel.isArchived;
