import { wishKey, type Channel, type Message, type Model, type User } from './model.ts';

export function isIn(user: User, channel: Channel): boolean {
  return channel.subscribers.has(user);
}

/** Whether somebody may read a channel at all. */
export function canRead(user: User, channel: Channel): boolean {
  return isIn(user, channel) || (channel.privacy === 'public' && !user.isGuest);
}

/** Whether somebody may read a message now. */
export function sees(user: User, { place, witnesses }: Message): boolean {
  return place.kind === 'direct'
    ? place.users.includes(user)
    : canRead(user, place.channel) && (place.channel.privacy !== 'protected' || witnesses.has(user));
}

/** Whether a message is among somebody's own, which are shown without naming a channel. */
export function has(user: User, message: Message): boolean {
  return (
    sees(user, message) &&
    (message.place.kind === 'direct' ||
      message.place.channel.privacy === 'protected' ||
      user.copies.has(message.id))
  );
}

/** What nobody received counts as read. */
export function isRead(user: User, { id }: Message): boolean {
  return user.copies.get(id)?.isRead ?? true;
}

/** Unread messages are counted only where somebody is subscribed. */
export function isListedUnread(user: User, message: Message): boolean {
  return (
    !isRead(user, message) &&
    sees(user, message) &&
    (message.place.kind === 'direct' || isIn(user, message.place.channel))
  );
}

export function isMuted(user: User, { place }: Message): boolean {
  if (place.kind === 'direct') return false;
  const wish = place.channel.isArchived ? 0 : (user.wishes.get(wishKey(place.channel, place.topic)) ?? 0);
  return wish === 0 ? user.mutedChannels.has(place.channel) : wish === 1;
}

export function isCalled(user: User, message: Message): boolean {
  return message.callsEveryone && user.copies.get(message.id)?.isReceived === true;
}

/** Those flags that the rules say something about. */
export function flagsOf(user: User, message: Message): string[] {
  const copy = user.copies.get(message.id);
  return [
    ...(isRead(user, message) ? ['read'] : []),
    ...(copy?.isStarred === true ? ['starred'] : []),
    ...(copy?.isMentioned === true ? ['mentioned'] : []),
    ...(isCalled(user, message) ? ['stream_wildcard_mentioned'] : []),
  ];
}

export function unreadOf(model: Model, user: User): Message[] {
  return model.messages.filter((message) => isListedUnread(user, message));
}

/** Whom a message reaches when it is sent. */
export function receiversOf({ place }: Pick<Message, 'place'>): readonly User[] {
  return place.kind === 'direct' ? place.users : [...place.channel.subscribers];
}

export function canPost(user: User, channel: Channel): boolean {
  return !channel.isArchived && canRead(user, channel);
}

/** Whether somebody may do something to a message. What is archived stays as it is. */
export function canTouch(user: User, message: Message): boolean {
  return sees(user, message) && !isArchived(message);
}

export function isArchived({ place }: Message): boolean {
  return place.kind === 'channel' && place.channel.isArchived;
}
