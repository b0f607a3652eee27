import { topicKey, type Channel, type Message, type Model, type User } from './model.ts';

export function isIn(user: User, channel: Channel): boolean {
  return channel.subscribers.has(user);
}

/** Whether a user has access to a channel. */
export function canRead(user: User, channel: Channel): boolean {
  return isIn(user, channel) || (channel.privacy === 'public' && !user.isGuest);
}

/** Whether a user has access to a message now. */
export function sees(user: User, { conversation: place, witnesses }: Message): boolean {
  return place.kind === 'direct'
    ? place.users.includes(user)
    : canRead(user, place.channel) && (place.channel.privacy !== 'protected' || witnesses.has(user));
}

/** Whether a message is in the user's combined view, without a channel filter. */
export function has(user: User, message: Message): boolean {
  return (
    sees(user, message) &&
    (message.conversation.kind === 'direct' ||
      message.conversation.channel.privacy === 'protected' ||
      user.copies.has(message.id))
  );
}

/** Messages that the user did not receive count as read. */
export function isRead(user: User, { id }: Message): boolean {
  return user.copies.get(id)?.isRead ?? true;
}

/** Unread messages count only in subscribed channels. */
export function isListedUnread(user: User, message: Message): boolean {
  return (
    !isRead(user, message) &&
    sees(user, message) &&
    (message.conversation.kind === 'direct' || isIn(user, message.conversation.channel))
  );
}

export function isMuted(user: User, { conversation: place }: Message): boolean {
  if (place.kind === 'direct') return false;
  const policy = place.channel.isArchived
    ? 0
    : (user.topicPolicies.get(topicKey(place.channel, place.topic)) ?? 0);
  return policy === 0 ? user.mutedChannels.has(place.channel) : policy === 1;
}

export function isCalled(user: User, message: Message): boolean {
  return message.callsEveryone && user.copies.get(message.id)?.isReceived === true;
}

/** Flags that the model covers. */
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

/** Users who receive a message when it is sent. */
export function receiversOf({ conversation: place }: Pick<Message, 'conversation'>): readonly User[] {
  return place.kind === 'direct' ? place.users : [...place.channel.subscribers];
}

export function canPost(user: User, channel: Channel): boolean {
  return !channel.isArchived && canRead(user, channel);
}

/** Whether a user may change a message; archived channels are read-only. */
export function canTouch(user: User, message: Message): boolean {
  return sees(user, message) && !isArchived(message);
}

export function isArchived({ conversation: place }: Message): boolean {
  return place.kind === 'channel' && place.channel.isArchived;
}
