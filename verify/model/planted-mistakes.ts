import type { Step } from './step-kind.ts';
import type { Model } from './model.ts';

/** Mistakes for the model to make on purpose: a comparison that cannot find them proves nothing. */
export const planted: Readonly<Record<string, (model: Model, step: Step) => void>> = {
  'a move marks as read': (model, { stepKind: kind, args }) => {
    if (kind !== 'move') return;
    const { message } = args as { message: number };
    for (const { id } of model.messages.filter(({ label }) => label === message))
      for (const { copies } of model.users) {
        const copy = copies.get(id);
        if (copy !== undefined) copy.isRead = true;
      }
  },
  'an edit removes stars': (model, { stepKind: kind, args }) => {
    if (kind !== 'edit') return;
    const { message } = args as { message: number };
    for (const { id } of model.messages.filter(({ label }) => label === message))
      for (const { copies } of model.users) {
        const copy = copies.get(id);
        if (copy !== undefined) copy.isStarred = false;
      }
  },
  'a topic policy is lost': (model, { stepKind: kind, args }) => {
    if (kind !== 'mute or follow a topic') return;
    const { who } = args as { who: number };
    model.users[who]?.topicPolicies.clear();
  },
  'a new subscriber sees earlier messages': (model, { stepKind: kind }) => {
    if (kind !== 'subscribe') return;
    for (const message of model.messages)
      if (message.conversation.kind === 'channel')
        message.witnesses = new Set(message.conversation.channel.subscribers);
  },
};
