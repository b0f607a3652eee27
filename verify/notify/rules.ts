import { type Model, type ModelMessage, type ModelUser } from './model.ts';

type Kind = 'email' | 'push';

/** Whether the user is away: rule NT8. */
export function isUserAway({ now }: Model, { queue, activeAt }: ModelUser): boolean {
  const isListening = queue !== undefined && now - queue.usedAt < 600;
  const isActive = activeAt !== undefined && now - activeAt < 200;
  return !(isListening && isActive);
}

/** Whether it is in the do-not-disturb hours of the user: rule NT24. */
export function isQuiet({ now }: Model, { quiet }: ModelUser): boolean {
  return quiet !== undefined && quiet.from <= now && now < quiet.until;
}

/** The reason for which a message notifies a user: rules NT2 to NT7. */
export function reasonFor(
  model: Model,
  user: ModelUser,
  message: ModelMessage,
  kind: Kind,
  isAway: boolean,
): string | undefined {
  if (user.index === message.sender || user.mutedUsers.has(message.sender)) return undefined;
  if (!isKindOn(model, user, kind, isAway)) return undefined;
  const reasons = [...mentionReasons(user, message, kind), ...ordinaryReasons(user, message, kind)];
  return reasons[0];
}

/** The reason for which an edit notifies a user: rule NT10. */
export function editReasonFor(
  model: Model,
  user: ModelUser,
  message: ModelMessage,
  kind: Kind,
  editor: number,
): string | undefined {
  if (user.index === editor || user.mutedUsers.has(message.sender) || 'users' in message.place)
    return undefined;
  const wasTold = (['email', 'push'] as const).some((one) => ordinaryReasons(user, message, one).length > 0);
  if (wasTold || !isKindOn(model, user, kind, isUserAway(model, user))) return undefined;
  return mentionReasons(user, message, kind)[0];
}

function isKindOn(model: Model, user: ModelUser, kind: Kind, isAway: boolean): boolean {
  const { settings } = user;
  const isOfflinePushOn = settings['enable_offline_push_notifications'] === true;
  const isOnlinePushOn = settings['enable_online_push_notifications'] === true;
  if (kind === 'email') return isAway && settings['enable_offline_email_notifications'] === true;
  if (isQuiet(model, user)) return false;
  return isAway ? isOfflinePushOn || isOnlinePushOn : isOnlinePushOn;
}

function mentionReasons(user: ModelUser, message: ModelMessage, kind: Kind): string[] {
  const { settings } = user;
  if (settings[`enable_offline_${kind}_notifications`] !== true) return [];
  if ('users' in message.place) return ['direct'];
  const reasons: string[] = [];
  const isByTopic = message.participants.has(user.index);
  const isByChannel = message.mention.kind === 'channel';
  if (message.named.has(user.index)) reasons.push('mention');
  if (isFollowed(user, message) && settings['enable_followed_topic_wildcard_mentions_notify'] === true) {
    if (isByTopic) reasons.push('mention of the followed topic');
    if (isByChannel) reasons.push('mention of all in a followed topic');
  }
  if ((isByTopic || isByChannel) && channelValue(user, message, 'wildcard_mentions_notify'))
    reasons.push('mention of all');
  return reasons;
}

function ordinaryReasons(user: ModelUser, message: ModelMessage, kind: Kind): string[] {
  if ('users' in message.place) return [];
  const reasons: string[] = [];
  if (isFollowed(user, message) && user.settings[`enable_followed_topic_${kind}_notifications`] === true)
    reasons.push('followed');
  if (channelValue(user, message, `${kind}_notifications`)) reasons.push('channel');
  return reasons;
}

/** A policy that is newer than the message does not count. */
function policyFor(user: ModelUser, { place, step }: ModelMessage): number {
  if ('users' in place) return 0;
  const stored = user.policies.get(`${place.channel}/${place.topic}`);
  return stored === undefined || stored.step > step ? 0 : stored.policy;
}

function isFollowed(user: ModelUser, message: ModelMessage): boolean {
  return policyFor(user, message) === 3;
}

function channelValue(
  user: ModelUser,
  message: ModelMessage,
  name: 'email_notifications' | 'push_notifications' | 'wildcard_mentions_notify',
): boolean {
  const subscription = 'channel' in message.place ? user.subscriptions[message.place.channel] : undefined;
  if (subscription === undefined) return false;
  const policy = policyFor(user, message);
  const own = subscription[name];
  if (policy === 1) return false;
  if (subscription.isMuted && policy !== 2) return name === 'wildcard_mentions_notify' ? own === true : false;
  if (own !== null) return own;
  const global = name === 'wildcard_mentions_notify' ? name : `enable_stream_${name}`;
  return user.settings[global] === true;
}
