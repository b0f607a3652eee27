import { lookupsOf, type Lookup } from './lookups.ts';
import { addTokens } from './tokens.ts';
import type { Unit } from './units.ts';

/**
 * A version of the tokens of the index: those of a text, and those that a search asks for. Every message that matches
 * has a token for each lookup of its own version; lookups of another version may miss it.
 */
export type Tokenizer = {
  readonly version: number;
  /** Calls `add` for each token of a text, repeated tokens included. */
  addTokens(text: string, add: (token: string) => void): void;
  lookupsOf(units: readonly Unit[]): Lookup[];
};

export type Tokenizers = readonly [newest: Tokenizer, ...older: Tokenizer[]];

/**
 * A change of the tokens, or of Unicode's tables of letters, needs the next version, in front of the one before: the
 * index of every organization is then built again while the old one serves.
 */
export const TOKENIZERS: Tokenizers = [{ version: 1, addTokens, lookupsOf }];

export function tokenizerOf(tokenizers: Tokenizers, version: number): Tokenizer {
  const found = tokenizers.find((one) => one.version === version);
  if (found === undefined) throw new Error(`Version ${version} of the tokenizer is unknown.`);
  return found;
}
