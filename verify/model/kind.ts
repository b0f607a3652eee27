import type { Connection } from '@parley/client/connection.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { Channel, Message, Model, User } from './model.ts';

/** One thing that somebody does, as plain data: users and channels by their number, messages by their label. */
export type Step = { readonly kind: string; readonly args: object };

/** What a step comes to in a model. */
export type Plan = {
  readonly actor: User;
  /** Whether the server has to do it, or has to refuse. */
  readonly isAllowed: boolean;
  /** Does it, and answers with how the model changes by it. */
  readonly run: (connection: Connection) => Promise<() => void>;
};

export type Kind = {
  readonly name: string;
  /** Operations that it calls. */
  readonly needs: readonly Endpoint[];
  /** How often it comes, compared with others. */
  readonly weight: number;
  readonly invent: (model: Model, random: Seeded, label: number) => object | undefined;
  /** Undefined when it speaks of something that is not there. */
  readonly plan: (model: Model, args: object) => Plan | undefined;
};

/** A kind whose steps have arguments of their own shape. */
export function kind<A extends object>(spec: {
  readonly name: string;
  readonly needs: readonly Endpoint[];
  readonly weight: number;
  readonly invent: (model: Model, random: Seeded, label: number) => A | undefined;
  readonly plan: (model: Model, args: A) => Plan | undefined;
}): Kind {
  return { ...spec, plan: (model, args) => spec.plan(model, args as A) };
}

export function userAt(model: Model, index: number): User {
  const user = model.users[index];
  if (user === undefined) throw new Error(`There is nobody number ${index}.`);
  return user;
}

export function channelAt(model: Model, index: number): Channel {
  const channel = model.channels[index];
  if (channel === undefined) throw new Error(`There is no channel number ${index}.`);
  return channel;
}

export function messageCalled(model: Model, label: number): Message | undefined {
  return model.messages.find((message) => message.label === label);
}

export function anybody(model: Model, random: Seeded): number {
  return random.below(model.users.length);
}

export function anyChannel(model: Model, random: Seeded): number {
  return random.below(model.channels.length);
}

const TOPICS = ['apples', 'Apples', 'pears', 'plums', ''] as const;

export function anyTopic(random: Seeded): string {
  return random.pick(TOPICS);
}

/** Labels of some messages, mostly of those that somebody sees. */
export function someMessages(
  model: Model,
  random: Seeded,
  isWanted: (message: Message) => boolean,
): number[] {
  const wanted = model.messages.filter(isWanted);
  if (wanted.length === 0) return [];
  const count = 1 + random.below(4);
  return [...new Set(Array.from({ length: count }, () => random.pick(wanted).label))];
}
