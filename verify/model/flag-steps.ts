import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '@parley/contract/endpoints/message-flags.ts';
import {
  anyUser,
  anyChannel,
  anyTopic,
  channelAt,
  stepKind,
  messageLabelled,
  userAt,
  someMessages,
} from './step-kind.ts';
import { messagesIn, type Channel, type Copy, type Message, type Model, type User } from './model.ts';
import { canPost, isIn, sees } from './rules.ts';

/** Returns the user's copy of a message; flags on a message that was not received create a read copy. */
export function copyOf(user: User, { id }: Message): Copy {
  const copy = user.copies.get(id) ?? {
    isReceived: false,
    isRead: true,
    isStarred: false,
    isMentioned: false,
  };
  user.copies.set(id, copy);
  return copy;
}

export function markRead(user: User, messages: readonly Message[]): void {
  for (const { id } of messages) {
    const copy = user.copies.get(id);
    if (copy !== undefined) copy.isRead = true;
  }
}

/** Messages can be unread only in subscribed channels. */
function canBeUnread(user: User, { conversation: place }: Message): boolean {
  return place.kind === 'direct' || isIn(user, place.channel);
}

function markUnread(user: User, messages: readonly Message[]): void {
  for (const message of messages) if (canBeUnread(user, message)) copyOf(user, message).isRead = false;
}

type Marking = {
  readonly who: number;
  readonly labels: readonly number[];
  readonly op: 'add' | 'remove';
  readonly flag: 'read' | 'starred';
};

export const mark = stepKind<Marking>({
  name: 'mark messages',
  needs: [updateMessageFlags],
  weight: 14,
  invent: (model, random) => {
    const who = anyUser(model, random);
    const user = userAt(model, who);
    const mayMiss = random.chance(0.05);
    const labels = someMessages(
      model,
      random,
      (message) => sees(user, message) || (mayMiss && !user.copies.has(message.id)),
    );
    if (labels.length === 0) return undefined;
    return {
      who,
      labels,
      op: random.pick(['add', 'remove'] as const),
      flag: random.pick(['read', 'read', 'starred'] as const),
    };
  },
  plan: (model, { who, labels, op, flag }) => {
    const actor = userAt(model, who);
    const messages = labels.flatMap((label) => messageLabelled(model, label) ?? []);
    if (messages.length < labels.length) return undefined;
    const change = `${op} ${flag}`;
    const isOpen = (message: Message): boolean => actor.copies.has(message.id) || sees(actor, message);
    return {
      actor,
      isAllowed: change === 'add read' || change === 'remove starred' || messages.every(isOpen),
      run: async (connection) => {
        await connection.call(updateMessageFlags, { flag, op, messages: messages.map(({ id }) => id) });
        return () => {
          if (change === 'add read') markRead(actor, messages);
          else if (change === 'remove read') markUnread(actor, messages);
          else
            for (const message of messages)
              if (op === 'add' || actor.copies.has(message.id))
                copyOf(actor, message).isStarred = op === 'add';
        };
      },
    };
  },
});

type Whole = {
  readonly who: number;
  readonly channel: number;
  readonly topic: string | null;
  readonly op: 'add' | 'remove';
};

function within(model: Model, channel: Channel, topic: string | null): Message[] {
  return topic === null
    ? model.messages.filter(
        ({ conversation: place }) => place.kind === 'channel' && place.channel === channel,
      )
    : messagesIn(model, channel, topic);
}

export const markNarrow = stepKind<Whole>({
  name: 'mark messages of a narrow',
  needs: [updateMessageFlagsForNarrow],
  weight: 4,
  invent: (model, random) => ({
    who: anyUser(model, random),
    channel: anyChannel(model, random),
    topic: random.chance(0.5) ? anyTopic(random) : null,
    op: random.pick(['add', 'remove'] as const),
  }),
  plan: (model, { who, channel: index, topic, op }) => {
    const [actor, channel] = [userAt(model, who), channelAt(model, index)];
    const messages = within(model, channel, topic).filter((message) => sees(actor, message));
    return {
      actor,
      isAllowed: true,
      run: async (connection) => {
        await connection.call(updateMessageFlagsForNarrow, {
          anchor: 'oldest',
          num_before: 0,
          num_after: 1000,
          narrow: [
            { operator: 'channel', operand: channel.id },
            ...(topic === null ? [] : [{ operator: 'topic' as const, operand: topic }]),
          ],
          flag: 'read',
          op,
        });
        return () => {
          (op === 'add' ? markRead : markUnread)(actor, messages);
        };
      },
    };
  },
});

export const markEverything = stepKind<{ who: number }>({
  name: 'mark everything as read',
  needs: [markAllAsRead],
  weight: 1,
  invent: (model, random) => ({ who: anyUser(model, random) }),
  plan: (model, { who }) => {
    const actor = userAt(model, who);
    return {
      actor,
      isAllowed: true,
      run: async (connection) => {
        await connection.call(markAllAsRead);
        return () => {
          markRead(actor, model.messages);
        };
      },
    };
  },
});

export const markConversation = stepKind<Omit<Whole, 'op'>>({
  name: 'mark a channel or topic as read',
  needs: [markStreamAsRead, markTopicAsRead],
  weight: 2,
  invent: (model, random) => ({
    who: anyUser(model, random),
    channel: anyChannel(model, random),
    topic: random.chance(0.5) ? 'pears' : null,
  }),
  plan: (model, { who, channel: index, topic }) => {
    const [actor, channel] = [userAt(model, who), channelAt(model, index)];
    const messages = within(model, channel, topic).filter((message) => sees(actor, message));
    const isThere = topic === null || messages.some(({ id }) => actor.copies.has(id));
    return {
      actor,
      isAllowed: canPost(actor, channel) && isThere,
      run: async (connection) => {
        await (topic === null
          ? connection.call(markStreamAsRead, { stream_id: channel.id })
          : connection.call(markTopicAsRead, { stream_id: channel.id, topic_name: topic }));
        return () => {
          markRead(actor, messages);
        };
      },
    };
  },
});
