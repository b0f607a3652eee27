import type { Model } from './model.ts';
import type { Step } from './steps.ts';

/** A mistake that the model makes on purpose: a comparison that cannot find it proves nothing. */
export type Plant = (model: Model, step: Step) => void;

export const planted: Readonly<Record<string, Plant>> = {
  'a read message stays unread': (model, step) => {
    if (step.kind === 'read') model.messages[step.message]?.readBy.delete(step.user);
  },
  'a muted user is heard': (model, step) => {
    if (step.kind === 'mute user') model.users[step.user]?.mutedUsers.clear();
  },
  'a followed topic is forgotten': (model, step) => {
    if (step.kind === 'topic policy') model.users[step.user]?.policies.clear();
  },
  'every message moves the deadline': (model, step) => {
    if (step.kind !== 'direct' && step.kind !== 'channel') return;
    for (const { batch } of model.users) if (batch !== undefined) batch.dueAt += model.now - batch.startedAt;
  },
  'do-not-disturb hours are ignored': (model, step) => {
    if (step.kind === 'quiet hours') for (const user of model.users) user.quiet = undefined;
  },
  'a held e-mail is one for each conversation': (model) => {
    for (const { batch } of model.users) if (batch !== undefined) batch.isHeld = false;
  },
  'a lost queue tells nothing': (model) => {
    for (const { queue } of model.users) if (queue !== undefined) queue.acknowledged = Infinity;
  },
};
