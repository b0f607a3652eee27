import { CHANNELS, FIRST_SETTINGS, GROUP, isSubscribed, USERS } from './cast.ts';
import type { MentionStep, Quiet, Step, SubscriptionProperty } from './steps.ts';

/** A plain model of the rules: users, messages, and the e-mails and pushes that each user should have received. */
export type Model = {
  now: number;
  step: number;
  readonly users: readonly ModelUser[];
  readonly messages: ModelMessage[];
};

export type ModelUser = {
  readonly index: number;
  readonly settings: Record<string, boolean | number>;
  /** Undefined if the user is not subscribed. */
  readonly subscriptions: readonly (ModelSubscription | undefined)[];
  readonly policies: Map<string, { readonly policy: number; readonly step: number }>;
  readonly mutedUsers: Set<number>;
  readonly notified: Map<string, ModelNotification>;
  activeAt: number | undefined;
  queue: { usedAt: number; acknowledged: number; isLost: boolean } | undefined;
  quiet: Quiet | undefined;
  batch: { startedAt: number; dueAt: number; isHeld: boolean } | undefined;
  readonly hasDevice: boolean;
  /** Numbers of messages in each e-mail. */
  readonly emails: string[];
  readonly pushes: string[];
};

type ModelSubscription = { isMuted: boolean } & Record<
  Exclude<SubscriptionProperty, 'is_muted'>,
  boolean | null
>;

export type ModelNotification = {
  readonly message: ModelMessage;
  readonly kind: 'email' | 'push';
  readonly reason: string;
  state: 'waiting' | 'sent' | 'settled';
};

export type ModelMessage = {
  readonly number: number;
  readonly step: number;
  readonly sentAt: number;
  readonly sender: number;
  readonly place:
    | { readonly users: readonly number[] }
    | { readonly channel: number; readonly topic: string };
  mention: MentionStep;
  /** Users with the flag of a mention by name or group, and by the topic. */
  named: Set<number>;
  participants: Set<number>;
  readonly readBy: Set<number>;
  isDeleted: boolean;
  isEmptied: boolean;
};

export function createModel(): Model {
  return {
    now: 0,
    step: 0,
    messages: [],
    users: Array.from({ length: USERS }, (_, index) => ({
      index,
      settings: { ...FIRST_SETTINGS },
      subscriptions: Array.from({ length: CHANNELS }, (_none, channel) =>
        isSubscribed(index, channel)
          ? {
              isMuted: false,
              email_notifications: null,
              push_notifications: null,
              wildcard_mentions_notify: null,
            }
          : undefined,
      ),
      policies: new Map(),
      mutedUsers: new Set(),
      notified: new Map(),
      activeAt: undefined,
      queue: undefined,
      quiet: undefined,
      batch: undefined,
      hasDevice: index !== 2,
      emails: [],
      pushes: [],
    })),
  };
}

export function receiversOf(model: Model, message: ModelMessage): ModelUser[] {
  const { place } = message;
  return model.users.filter(({ index, subscriptions }) =>
    'users' in place ? place.users.includes(index) : subscriptions[place.channel] !== undefined,
  );
}

/** Sets the flags that a sent or edited text gives to its receivers. */
export function applyMention(model: Model, message: ModelMessage, mention: MentionStep): void {
  message.mention = mention;
  const byName = mention.kind === 'user' ? [mention.user] : mention.kind === 'group' ? GROUP : [];
  const receivers = new Set(receiversOf(model, message).map(({ index }) => index));
  message.named = new Set(byName.filter((index) => receivers.has(index)));
  const { place } = message;
  const senders =
    mention.kind === 'topic' && 'channel' in place
      ? model.messages.filter(
          (one) =>
            !one.isDeleted &&
            'channel' in one.place &&
            one.place.channel === place.channel &&
            one.place.topic === place.topic,
        )
      : [];
  const participants = [
    ...senders.map(({ sender }) => sender),
    ...(senders.length > 0 ? [message.sender] : []),
  ];
  message.participants = new Set(participants.filter((index) => receivers.has(index)));
}

export function isMentioned(message: ModelMessage, user: number): boolean {
  return message.named.has(user) || message.participants.has(user) || message.mention.kind === 'channel';
}

/** A step that the model cannot perform is left out of the sequence. */
export function isPossible({ messages, users, now }: Model, step: Step): boolean {
  const message = 'message' in step ? messages[step.message] : undefined;
  switch (step.kind) {
    case 'read':
      return message !== undefined && !message.isDeleted && hasReceived(step.user, message);
    case 'edit':
    case 'empty':
      // The organization permits edits for ten minutes.
      return message !== undefined && !message.isDeleted && now - message.sentAt <= 400;
    case 'delete':
      return message !== undefined && !message.isDeleted && 'channel' in message.place;
    case 'open queue':
      return users[step.user]?.queue?.isLost !== false;
    case 'close queue':
    case 'acknowledge':
      return users[step.user]?.queue?.isLost === false;
    default:
      return true;
  }
}

function hasReceived(user: number, { place }: ModelMessage): boolean {
  return 'users' in place ? place.users.includes(user) : isSubscribed(user, place.channel);
}
