import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { anyUser, anyChannel, anyTopic, channelAt, stepKind, userAt } from './step-kind.ts';
import type { Message, Model, User } from './model.ts';
import { canPost, receiversOf } from './rules.ts';

type Text = { readonly calls: number | null; readonly everyone: boolean };

/** Random mentions of a user or of the whole channel. */
export function anyText(model: Model, random: Seeded): Text {
  return {
    calls: random.chance(0.25) ? anyUser(model, random) : null,
    everyone: random.chance(0.1),
  };
}

export function contentOf(model: Model, { calls, everyone }: Text, word: string): string {
  const user = calls === null ? undefined : userAt(model, calls);
  return [word, ...(user ? [`@**${user.name}|${user.id}**`] : []), ...(everyone ? ['@**all**'] : [])].join(
    ' ',
  );
}

type Sent = Pick<Message, 'id' | 'label' | 'sender' | 'conversation' | 'content' | 'callsEveryone'> & {
  readonly called: User | undefined;
  readonly isReadBySender: boolean;
};

function receive(model: Model, { called, isReadBySender, ...sent }: Sent): void {
  const receivers = receiversOf(sent);
  const topic = sent.conversation.kind === 'channel' ? sent.conversation.topic : '';
  model.messages.push({
    ...sent,
    witnesses: new Set(receivers),
    reactions: [],
    versions: [{ topic, content: sent.content }],
  });
  for (const user of receivers)
    user.copies.set(sent.id, {
      isReceived: true,
      isRead: user === sent.sender ? isReadBySender : user.mutedUsers.has(sent.sender),
      isStarred: false,
      isMentioned: user === called,
    });
}

function calledBy(model: Model, { calls }: Text): User | undefined {
  return calls === null ? undefined : userAt(model, calls);
}

type ToChannel = Text & {
  readonly label: number;
  readonly who: number;
  readonly channel: number;
  readonly topic: string;
  readonly isRead: boolean;
};

export const sendToChannel = stepKind<ToChannel>({
  name: 'send to a channel',
  needs: [sendMessage],
  weight: 12,
  invent: (model, random, label) => ({
    label,
    who: anyUser(model, random),
    channel: anyChannel(model, random),
    topic: anyTopic(random),
    isRead: random.chance(0.5),
    ...anyText(model, random),
  }),
  plan: (model, args) => {
    const [sender, channel] = [userAt(model, args.who), channelAt(model, args.channel)];
    const content = contentOf(model, args, `said ${args.label}`);
    return {
      actor: sender,
      isAllowed: canPost(sender, channel),
      run: async (connection) => {
        const { id } = await connection.call(sendMessage, {
          type: 'channel',
          to: channel.id,
          topic: args.topic,
          content,
          read_by_sender: args.isRead,
        });
        return () => {
          receive(model, {
            id,
            label: args.label,
            sender,
            conversation: { kind: 'channel', channel, topic: args.topic },
            content,
            callsEveryone: args.everyone,
            called: calledBy(model, args),
            isReadBySender: args.isRead,
          });
        };
      },
    };
  },
});

type ToUsers = Text & {
  readonly label: number;
  readonly who: number;
  readonly to: readonly number[];
  readonly isRead: boolean;
};

export const sendToUsers = stepKind<ToUsers>({
  name: 'send to users',
  needs: [sendMessage],
  weight: 5,
  invent: (model, random, label) => ({
    label,
    who: anyUser(model, random),
    to: [...new Set(Array.from({ length: 1 + random.below(3) }, () => anyUser(model, random)))],
    isRead: random.chance(0.5),
    ...anyText(model, random),
  }),
  plan: (model, args) => {
    const sender = userAt(model, args.who);
    const users = [...new Set([sender, ...args.to.map((index) => userAt(model, index))])];
    const content = contentOf(model, args, `whispered ${args.label}`);
    return {
      actor: sender,
      isAllowed: true,
      run: async (connection) => {
        const { id } = await connection.call(sendMessage, {
          type: 'direct',
          to: users.map((user) => user.id),
          content,
          read_by_sender: args.isRead,
        });
        return () => {
          receive(model, {
            id,
            label: args.label,
            sender,
            conversation: { kind: 'direct', users },
            content,
            callsEveryone: args.everyone,
            called: calledBy(model, args),
            isReadBySender: args.isRead,
          });
        };
      },
    };
  },
});
