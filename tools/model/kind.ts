import type { Connection } from '@parley/client/connection.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Seeded } from '../../packages/server/src/testing/seeded.ts';
import type { Channel, Message, Model, Person } from './model.ts';

/** One thing that somebody does, as plain data: people and channels by their number, messages by their label. */
export type Step = { readonly kind: string; readonly args: object };

/** What a step comes to in a model. */
export type Plan = {
  readonly actor: Person;
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
export const kind = <A extends object>(spec: {
  readonly name: string;
  readonly needs: readonly Endpoint[];
  readonly weight: number;
  readonly invent: (model: Model, random: Seeded, label: number) => A | undefined;
  readonly plan: (model: Model, args: A) => Plan | undefined;
}): Kind => ({ ...spec, plan: (model, args) => spec.plan(model, args as A) });

export const personAt = (model: Model, index: number): Person => {
  const person = model.people[index];
  if (person === undefined) throw new Error(`There is nobody number ${index}.`);
  return person;
};

export const channelAt = (model: Model, index: number): Channel => {
  const channel = model.channels[index];
  if (channel === undefined) throw new Error(`There is no channel number ${index}.`);
  return channel;
};

export const messageCalled = (model: Model, label: number): Message | undefined =>
  model.messages.find((message) => message.label === label);

export const anybody = (model: Model, random: Seeded): number => random.below(model.people.length);
export const anyChannel = (model: Model, random: Seeded): number => random.below(model.channels.length);

const TOPICS = ['apples', 'Apples', 'pears', 'plums', ''] as const;
export const anyTopic = (random: Seeded): string => random.pick(TOPICS);

/** Labels of some messages, mostly of those that somebody sees. */
export const someMessages = (
  model: Model,
  random: Seeded,
  isWanted: (message: Message) => boolean,
): number[] => {
  const wanted = model.messages.filter(isWanted);
  if (wanted.length === 0) return [];
  const count = 1 + random.below(4);
  return [...new Set(Array.from({ length: count }, () => random.pick(wanted).label))];
};
