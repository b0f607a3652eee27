import { randomBytes } from 'node:crypto';
import type { Who } from './policy.ts';

type Knows = (who: Who) => boolean;

/** Words that occur nowhere else, and who may ever read them. */
export type Canaries = {
  /** A new word for a name, an address or a description. */
  hatch(knows: Knows): string;
  /** A secret that exists already, such as a key. */
  guard(secret: string, knows: Knows): void;
  /** The words in a response that the user must not see, except the user's own. */
  sung(who: Who, text: string, said?: string): string[];
};

const WORDS = /cny[0-9a-f]{12}|\b[0-9A-Za-z]{32}\b/g;

export function createCanaries(): Canaries {
  const known = new Map<string, Knows>();
  return {
    hatch: (knows) => {
      const word = `cny${randomBytes(6).toString('hex')}`;
      known.set(word, knows);
      return word;
    },
    guard: (secret, knows) => known.set(secret, knows),
    sung: (who, text, said = '') => [
      ...new Set(
        (text.match(WORDS) ?? []).filter((word) => known.get(word)?.(who) === false && !said.includes(word)),
      ),
    ],
  };
}

export const here: Knows = (who) => who.enters && !who.elsewhere;
export const there: Knows = (who) => who.elsewhere;
/** Names that the organization shows to its visitors too. */
export const shown: Knows = (who) => here(who) || who.spectates;
