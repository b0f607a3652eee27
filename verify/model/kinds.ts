import type { Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { archive, changePrivacy, join, leave, muteChannel, wishForTopic } from './belonging.ts';
import { edit, move, remove, removeTopic } from './changing.ts';
import type { Kind, Step } from './kind.ts';
import { mark, markEverything, markNarrow, markPlace } from './marking.ts';
import type { Model } from './model.ts';
import { changeRole, muteAnotherUser, react } from './users.ts';
import { sendToChannel, sendToUsers } from './sending.ts';

export function isServed(endpoint: Endpoint): boolean {
  return endpoints.includes(endpoint);
}

const all: readonly Kind[] = [
  sendToChannel,
  sendToUsers,
  mark,
  markNarrow,
  markPlace,
  markEverything,
  edit,
  move,
  remove,
  removeTopic,
  join,
  leave,
  muteChannel,
  wishForTopic,
  changePrivacy,
  archive,
  muteAnotherUser,
  react,
  changeRole,
];

export const kinds: readonly Kind[] = all.filter(({ needs }) => needs.every(isServed));

const lots: readonly Kind[] = kinds.flatMap((one) => Array.from({ length: one.weight }, () => one));

/** Something that somebody could do now. */
export function inventStep(model: Model, random: Seeded, label: number): Step {
  for (;;) {
    const { name, invent } = random.pick(lots);
    const args = invent(model, random, label);
    if (args !== undefined) return { kind: name, args };
  }
}

export function kindOf({ kind }: Step): Kind {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no step '${kind}'.`);
  return found;
}
