import { deleteMessage, deleteTopic, updateMessage } from '@parley/contract/endpoints/messages.ts';
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
import { messagesIn, type Message, type Model } from './model.ts';
import { moveMessages, type Mode } from './move-messages.ts';
import { canPost, canTouch, sees } from './rules.ts';
import { anyText, contentOf } from './send-steps.ts';

type Edit = {
  readonly who: number;
  readonly message: number;
  readonly calls: number | null;
  readonly everyone: boolean;
  readonly word: number;
};

export const edit = stepKind<Edit>({
  name: 'edit',
  needs: [updateMessage],
  weight: 4,
  invent: (model, random) => {
    const [label] = someMessages(model, random, () => true);
    if (label === undefined) return undefined;
    const sender = messageLabelled(model, label)?.sender;
    const who = random.chance(0.1) ? anyUser(model, random) : model.users.findIndex((one) => one === sender);
    return { who, message: label, word: random.below(20), ...anyText(model, random) };
  },
  plan: (model, args) => {
    const [actor, message] = [userAt(model, args.who), messageLabelled(model, args.message)];
    if (message === undefined) return undefined;
    const content = contentOf(model, args, `edited ${args.word}`);
    return {
      actor,
      isAllowed: message.sender === actor && canTouch(actor, message),
      run: async (connection) => {
        await connection.call(updateMessage, { message_id: message.id, content });
        return () => {
          message.content = content;
          message.callsEveryone = args.everyone;
          for (const [index, user] of model.users.entries()) {
            const copy = user.copies.get(message.id);
            if (copy !== undefined) copy.isMentioned = args.calls === index;
          }
          const { topic } = message.versions.at(-1) ?? { topic: '' };
          message.versions.push({ topic, content });
        };
      },
    };
  },
});

type Move = {
  readonly who: number;
  readonly message: number;
  readonly mode: Mode;
  readonly channel: number | null;
  readonly topic: string | null;
};

export const move = stepKind<Move>({
  name: 'move',
  needs: [updateMessage],
  weight: 7,
  invent: (model, random) => {
    const who = anyUser(model, random);
    const user = userAt(model, who);
    const [message] = someMessages(
      model,
      random,
      (one) => one.conversation.kind === 'channel' && (sees(user, one) || random.chance(0.05)),
    );
    if (message === undefined) return undefined;
    const channel = random.chance(0.5) ? anyChannel(model, random) : null;
    return {
      who,
      message,
      mode: random.pick(['change_one', 'change_later', 'change_all'] as const),
      channel,
      topic: channel === null || random.chance(0.5) ? anyTopic(random) : null,
    };
  },
  plan: (model, args) => {
    const [actor, message] = [userAt(model, args.who), messageLabelled(model, args.message)];
    if (message?.conversation.kind !== 'channel') return undefined;
    const { channel, topic } = message.conversation;
    const target = args.channel === null ? channel : channelAt(model, args.channel);
    const isElsewhere = target !== channel;
    // Moves without effect are not modelled.
    if (!isElsewhere && (args.topic === null || args.topic === topic)) return undefined;
    if (args.channel !== null && !isElsewhere) return undefined;
    return {
      actor,
      isAllowed: canTouch(actor, message) && (!isElsewhere || (!actor.isGuest && canPost(actor, target))),
      run: async (connection) => {
        await connection.call(updateMessage, {
          message_id: message.id,
          propagate_mode: args.mode,
          send_notification_to_new_thread: false,
          ...(isElsewhere ? { stream_id: target.id } : {}),
          ...(args.topic === null ? {} : { topic: args.topic }),
        });
        return () => {
          moveMessages(model, actor, message, args.mode, target, args.topic);
        };
      },
    };
  },
});

function forget(model: Model, messages: readonly Message[]): void {
  for (const message of messages) {
    model.messages.splice(model.messages.indexOf(message), 1);
    for (const user of model.users) {
      if (user.copies.get(message.id)?.isStarred === true && !sees(user, message))
        user.starsDeletedUnseen.add(message.id);
      user.copies.delete(message.id);
    }
  }
}

export const remove = stepKind<{ who: number; message: number }>({
  name: 'delete',
  needs: [deleteMessage],
  weight: 4,
  invent: (model, random) => {
    const who = anyUser(model, random);
    const [message] = someMessages(
      model,
      random,
      ({ sender }) => sender === model.users[who] || random.chance(0.3),
    );
    return message === undefined ? undefined : { who, message };
  },
  plan: (model, { who, message: label }) => {
    const [actor, message] = [userAt(model, who), messageLabelled(model, label)];
    if (message === undefined) return undefined;
    return {
      actor,
      isAllowed: canTouch(actor, message) && (actor.isAdministrator || message.sender === actor),
      run: async (connection) => {
        await connection.call(deleteMessage, { message_id: message.id });
        return () => {
          forget(model, [message]);
        };
      },
    };
  },
});

export const removeTopic = stepKind<{ who: number; channel: number; topic: string }>({
  name: 'delete a topic',
  needs: [deleteTopic],
  weight: 1,
  invent: (model, random) => ({
    who: random.chance(0.8) ? 0 : anyUser(model, random),
    channel: anyChannel(model, random),
    topic: anyTopic(random),
  }),
  plan: (model, { who, channel: index, topic }) => {
    const [actor, channel] = [userAt(model, who), channelAt(model, index)];
    return {
      actor,
      isAllowed: actor.isAdministrator && canPost(actor, channel),
      run: async (connection) => {
        await connection.call(deleteTopic, { stream_id: channel.id, topic_name: topic });
        return () => {
          forget(
            model,
            messagesIn(model, channel, topic).filter((message) => sees(actor, message)),
          );
          for (const { topicPolicies } of model.users)
            topicPolicies.delete(`${channel.id} ${topic.toLowerCase()}`);
        };
      },
    };
  },
});
