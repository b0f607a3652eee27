import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Seeded } from '../../packages/server/src/testing/seeded.ts';
import { anybody, anyChannel, anyTopic, channelAt, kind, personAt } from './kind.ts';
import type { Message, Model, Person } from './model.ts';
import { canPost, receiversOf } from './rules.ts';

type Text = { readonly calls: number | null; readonly everyone: boolean };

/** Sometimes somebody is mentioned, sometimes everybody. */
export const anyText = (model: Model, random: Seeded): Text => ({
  calls: random.chance(0.25) ? anybody(model, random) : null,
  everyone: random.chance(0.1),
});

export const contentOf = (model: Model, { calls, everyone }: Text, word: string): string => {
  const person = calls === null ? undefined : personAt(model, calls);
  return [
    word,
    ...(person ? [`@**${person.name}|${person.id}**`] : []),
    ...(everyone ? ['@**all**'] : []),
  ].join(' ');
};

type Sent = Pick<Message, 'id' | 'label' | 'sender' | 'place' | 'content' | 'callsEveryone'> & {
  readonly called: Person | undefined;
  readonly isReadBySender: boolean;
};

const receive = (model: Model, { called, isReadBySender, ...sent }: Sent): void => {
  const receivers = receiversOf(sent);
  const topic = sent.place.kind === 'channel' ? sent.place.topic : '';
  model.messages.push({
    ...sent,
    witnesses: new Set(receivers),
    reactions: [],
    versions: [{ topic, content: sent.content }],
  });
  for (const person of receivers)
    person.copies.set(sent.id, {
      isReceived: true,
      isRead: person === sent.sender ? isReadBySender : person.mutedPeople.has(sent.sender),
      isStarred: false,
      isMentioned: person === called,
    });
};

const calledBy = (model: Model, { calls }: Text): Person | undefined =>
  calls === null ? undefined : personAt(model, calls);

type ToChannel = Text & {
  readonly label: number;
  readonly who: number;
  readonly channel: number;
  readonly topic: string;
  readonly isRead: boolean;
};

export const sendToChannel = kind<ToChannel>({
  name: 'send to a channel',
  needs: [sendMessage],
  weight: 12,
  invent: (model, random, label) => ({
    label,
    who: anybody(model, random),
    channel: anyChannel(model, random),
    topic: anyTopic(random),
    isRead: random.chance(0.5),
    ...anyText(model, random),
  }),
  plan: (model, args) => {
    const [sender, channel] = [personAt(model, args.who), channelAt(model, args.channel)];
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
            place: { kind: 'channel', channel, topic: args.topic },
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

type ToPeople = Text & {
  readonly label: number;
  readonly who: number;
  readonly to: readonly number[];
  readonly isRead: boolean;
};

export const sendToPeople = kind<ToPeople>({
  name: 'send to people',
  needs: [sendMessage],
  weight: 5,
  invent: (model, random, label) => ({
    label,
    who: anybody(model, random),
    to: [...new Set(Array.from({ length: 1 + random.below(3) }, () => anybody(model, random)))],
    isRead: random.chance(0.5),
    ...anyText(model, random),
  }),
  plan: (model, args) => {
    const sender = personAt(model, args.who);
    const people = [...new Set([sender, ...args.to.map((index) => personAt(model, index))])];
    const content = contentOf(model, args, `whispered ${args.label}`);
    return {
      actor: sender,
      isAllowed: true,
      run: async (connection) => {
        const { id } = await connection.call(sendMessage, {
          type: 'direct',
          to: people.map((person) => person.id),
          content,
          read_by_sender: args.isRead,
        });
        return () => {
          receive(model, {
            id,
            label: args.label,
            sender,
            place: { kind: 'direct', people },
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
