import {
  applyMention,
  isMentioned,
  receiversOf,
  type Model,
  type ModelMessage,
  type ModelNotification,
  type ModelUser,
} from './model.ts';
import { editReasonFor, isQuiet, isUserAway, reasonFor } from './rules.ts';
import type { Step } from './steps.ts';

const KINDS = ['email', 'push'] as const;

/** Performs a step on the model, and everything that follows from it. */
export function performOnModel(model: Model, step: Step): void {
  model.step += 1;
  act(model, step);
  for (const user of model.users) {
    makePushes(user);
    if (user.batch !== undefined && user.batch.dueAt <= model.now) endBatch(model, user, user.batch);
  }
}

function act(model: Model, step: Step): void {
  const { users, messages } = model;
  const user = 'user' in step ? users[step.user] : undefined;
  const message = 'message' in step ? messages[step.message] : undefined;
  switch (step.kind) {
    case 'direct':
      return send(model, step.from, { users: [step.from, ...step.to] }, { kind: 'none' });
    case 'channel':
      return send(model, step.from, { channel: step.channel, topic: step.topic }, step.mention);
    case 'edit':
      return edit(model, message as ModelMessage, step.mention);
    case 'empty':
      edit(model, message as ModelMessage, { kind: 'none' });
      (message as ModelMessage).isEmptied = true;
      return;
    case 'delete':
      (message as ModelMessage).isDeleted = true;
      return withdraw(model, ({ message: of }) => of === message);
    case 'read':
      (message as ModelMessage).readBy.add(step.user);
      return withdraw(model, ({ message: of }) => of === message, [user as ModelUser]);
    case 'pass time':
      return passTime(model, step.seconds);
    default:
      changeUser(model, user as ModelUser, step);
  }
}

function changeUser(model: Model, user: ModelUser, step: Step): void {
  switch (step.kind) {
    case 'mute user':
      muteUser(model, user, step.muted);
      break;
    case 'unmute user':
      user.mutedUsers.delete(step.muted);
      break;
    case 'topic policy':
      if ((user.policies.get(`${step.channel}/${step.topic}`)?.policy ?? 0) !== step.policy)
        user.policies.set(`${step.channel}/${step.topic}`, { policy: step.policy, step: model.step });
      break;
    case 'subscription': {
      const subscription = user.subscriptions[step.channel];
      if (subscription === undefined) break;
      if (step.property === 'is_muted') subscription.isMuted = step.value;
      else subscription[step.property] = step.value;
      break;
    }
    case 'setting':
      user.settings[step.name] = step.value;
      if (step.name === 'email_notifications_batching_period_seconds' && user.batch !== undefined)
        user.batch.dueAt = user.batch.startedAt + Number(step.value);
      break;
    case 'quiet hours':
      user.quiet = step.quiet;
      if (user.batch?.isHeld === true) user.batch.dueAt = model.now;
      break;
    case 'present':
      user.activeAt = model.now;
      break;
    case 'open queue':
      user.queue = { usedAt: model.now, acknowledged: model.messages.length, isLost: false };
      break;
    case 'acknowledge':
      if (user.queue !== undefined)
        Object.assign(user.queue, { usedAt: model.now, acknowledged: model.messages.length });
      break;
    case 'close queue':
      loseQueue(model, user);
      user.queue = undefined;
      break;
    default:
      break;
  }
}

/** Messages of a muted user are read. */
function muteUser(model: Model, user: ModelUser, muted: number): void {
  if (user.mutedUsers.has(muted)) return;
  user.mutedUsers.add(muted);
  for (const message of model.messages) if (message.sender === muted) message.readBy.add(user.index);
  withdraw(model, ({ message }) => message.sender === muted, [user]);
}

function send(
  model: Model,
  sender: number,
  place: ModelMessage['place'],
  mention: ModelMessage['mention'],
): void {
  const message: ModelMessage = {
    number: model.messages.length,
    step: model.step,
    sentAt: model.now,
    sender,
    place,
    mention,
    named: new Set(),
    participants: new Set(),
    readBy: new Set([sender, ...mutersOf(model, sender)]),
    isDeleted: false,
    isEmptied: false,
  };
  model.messages.push(message);
  applyMention(model, message, mention);
  for (const user of receiversOf(model, message))
    for (const kind of KINDS)
      notify(model, user, message, kind, reasonFor(model, user, message, kind, isUserAway(model, user)));
}

function mutersOf({ users }: Model, sender: number): number[] {
  return users.filter(({ mutedUsers }) => mutedUsers.has(sender)).map(({ index }) => index);
}

function edit(model: Model, message: ModelMessage, mention: ModelMessage['mention']): void {
  const before = new Set(model.users.filter(({ index }) => isMentioned(message, index)));
  applyMention(model, message, mention);
  message.isEmptied = false;
  withdraw(
    model,
    ({ message: of, reason }, user) =>
      of === message && reason.startsWith('mention') && !isMentioned(message, user.index),
  );
  for (const user of receiversOf(model, message))
    for (const kind of KINDS)
      if (!before.has(user) && isMentioned(message, user.index))
        notify(model, user, message, kind, editReasonFor(model, user, message, kind, message.sender));
}

function notify(
  model: Model,
  user: ModelUser,
  message: ModelMessage,
  kind: 'email' | 'push',
  reason: string | undefined,
): void {
  const key = `${message.number}/${kind}`;
  if (reason === undefined || user.notified.has(key) || (kind === 'push' && !user.hasDevice)) return;
  user.notified.set(key, { message, kind, reason, state: 'waiting' });
  if (kind === 'push') return;
  const period = Number(user.settings['email_notifications_batching_period_seconds']);
  user.batch ??= { startedAt: model.now, dueAt: model.now + period, isHeld: false };
}

function makePushes(user: ModelUser): void {
  for (const one of waiting(user, 'push')) {
    one.state = isUnread(user, one.message) ? 'sent' : 'settled';
    if (one.state === 'sent') user.pushes.push(`message ${one.message.number}`);
  }
}

/** A batch that becomes due in do-not-disturb hours waits for their end. */
function endBatch(model: Model, user: ModelUser, batch: NonNullable<ModelUser['batch']>): void {
  if (isQuiet(model, user) && user.settings['enable_offline_email_notifications'] === true)
    Object.assign(batch, { isHeld: true, dueAt: user.quiet?.until });
  else sendEmails(user, batch.isHeld);
}

/** At the deadline, unread messages are sent: one e-mail for each conversation, or one for all if they were held. */
function sendEmails(user: ModelUser, isHeld: boolean): void {
  user.batch = undefined;
  const isOn = user.settings['enable_offline_email_notifications'] === true;
  const conversations = new Map<string, number[]>();
  for (const one of waiting(user, 'email')) {
    one.state = 'settled';
    if (!isOn || !isUnread(user, one.message)) continue;
    const { place, number } = one.message;
    const key = isHeld
      ? 'all'
      : 'users' in place
        ? place.users.toSorted((a, b) => a - b).join()
        : `${place.channel}/${place.topic}`;
    conversations.set(key, [...(conversations.get(key) ?? []), number]);
  }
  for (const numbers of conversations.values()) user.emails.push(numbers.toSorted((a, b) => a - b).join());
}

function waiting(user: ModelUser, kind: 'email' | 'push'): ModelNotification[] {
  return [...user.notified.values()].filter((one) => one.kind === kind && one.state === 'waiting');
}

function isUnread(user: ModelUser, message: ModelMessage): boolean {
  return !message.isDeleted && !message.isEmptied && !message.readBy.has(user.index);
}

/** Devices no longer show the pushes that match; one removal names all of a user. */
function withdraw(
  model: Model,
  matches: (notification: ModelNotification, user: ModelUser) => boolean,
  users: readonly ModelUser[] = model.users,
): void {
  for (const user of users) {
    const shown = [...user.notified.values()].filter(
      (one) => one.kind === 'push' && one.state === 'sent' && matches(one, user),
    );
    for (const one of shown) one.state = 'settled';
    const numbers = shown.map(({ message }) => message.number).toSorted((a, b) => a - b);
    if (numbers.length > 0) user.pushes.push(`remove ${numbers.join()}`);
  }
}

/** Queues are lost before e-mails become due, and their messages join e-mails that wait. */
function passTime(model: Model, seconds: number): void {
  model.now += seconds;
  for (const user of model.users)
    if (user.queue !== undefined && !user.queue.isLost && model.now - user.queue.usedAt >= 600)
      loseQueue(model, user);
}

/** Messages that no client acknowledged are decided again as for a user who is away: rule NT11. */
function loseQueue(model: Model, user: ModelUser): void {
  const { queue } = user;
  if (queue === undefined || queue.isLost) return;
  queue.isLost = true;
  for (const message of model.messages.slice(queue.acknowledged))
    if (!message.isDeleted && receiversOf(model, message).includes(user))
      for (const kind of KINDS)
        notify(model, user, message, kind, reasonFor(model, user, message, kind, true));
}
