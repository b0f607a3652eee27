import type { Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { archive, changePrivacy, join, leave, muteChannel, setTopicPolicy } from './channel-steps.ts';
import { edit, move, remove, removeTopic } from './edit-steps.ts';
import type { StepKind, Step } from './step-kind.ts';
import { mark, markEverything, markNarrow, markConversation } from './flag-steps.ts';
import type { Model } from './model.ts';
import { changeRole, muteAnotherUser, react } from './user-steps.ts';
import { sendToChannel, sendToUsers } from './send-steps.ts';

export function isServed(endpoint: Endpoint): boolean {
  return endpoints.includes(endpoint);
}

const all: readonly StepKind[] = [
  sendToChannel,
  sendToUsers,
  mark,
  markNarrow,
  markConversation,
  markEverything,
  edit,
  move,
  remove,
  removeTopic,
  join,
  leave,
  muteChannel,
  setTopicPolicy,
  changePrivacy,
  archive,
  muteAnotherUser,
  react,
  changeRole,
];

export const kinds: readonly StepKind[] = all.filter(({ needs }) => needs.every(isServed));

const lots: readonly StepKind[] = kinds.flatMap((one) => Array.from({ length: one.weight }, () => one));

/** A random step that is possible now. */
export function inventStep(model: Model, random: Seeded, label: number): Step {
  for (;;) {
    const { name, invent } = random.pick(lots);
    const args = invent(model, random, label);
    if (args !== undefined) return { stepKind: name, args };
  }
}

export function kindOf({ stepKind: kind }: Step): StepKind {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no step '${kind}'.`);
  return found;
}
