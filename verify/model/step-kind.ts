import type { Connection } from '@parley/client/connection.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { Channel, Message, Model, User } from './model.ts';

/** An action of a user as plain data: users and channels by index, messages by label. */
export type Step = { readonly stepKind: string; readonly args: object };

/** The effect of a step on a model. */
export type Plan = {
  readonly actor: User;
  /** Whether the server must accept the step or refuse it. */
  readonly isAllowed: boolean;
  /** Performs the step; returns a function that applies it to the model. */
  readonly run: (connection: Connection) => Promise<() => void>;
};

export type StepKind = {
  readonly name: string;
  /** Operations that the step calls. */
  readonly needs: readonly Endpoint[];
  /** Relative frequency. */
  readonly weight: number;
  readonly invent: (model: Model, random: Seeded, label: number) => object | undefined;
  /** Undefined when the step refers to a missing object. */
  readonly plan: (model: Model, args: object) => Plan | undefined;
};

/** Defines a kind of step with typed arguments. */
export function stepKind<A extends object>(spec: {
  readonly name: string;
  readonly needs: readonly Endpoint[];
  readonly weight: number;
  readonly invent: (model: Model, random: Seeded, label: number) => A | undefined;
  readonly plan: (model: Model, args: A) => Plan | undefined;
}): StepKind {
  return { ...spec, plan: (model, args) => spec.plan(model, args as A) };
}

export function userAt(model: Model, index: number): User {
  const user = model.users[index];
  if (user === undefined) throw new Error(`There is no user with index ${index}.`);
  return user;
}

export function channelAt(model: Model, index: number): Channel {
  const channel = model.channels[index];
  if (channel === undefined) throw new Error(`There is no channel with index ${index}.`);
  return channel;
}

export function messageLabelled(model: Model, label: number): Message | undefined {
  return model.messages.find((message) => message.label === label);
}

export function anyUser(model: Model, random: Seeded): number {
  return random.below(model.users.length);
}

export function anyChannel(model: Model, random: Seeded): number {
  return random.below(model.channels.length);
}

const TOPICS = ['apples', 'Apples', 'pears', 'plums', ''] as const;

export function anyTopic(random: Seeded): string {
  return random.pick(TOPICS);
}

/** Labels of one to four random messages that match. */
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
