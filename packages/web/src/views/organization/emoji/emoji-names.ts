import { limits } from '@parley/contract/limits.ts';
import { emojiCode, extraEmoji } from '@parley/markdown/emoji';
import type { CustomEmoji } from '../../../parts/emoji-groups.ts';

const NAME = /^[0-9a-z_-]*[0-9a-z]$/;
const MAX_FILE_NAME = 200;

/** The name that a file suggests: `First Light.png` is `first_light`. */
export function nameOfFile(fileName: string): string {
  const name = fileName
    .slice(0, MAX_FILE_NAME)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^0-9a-z_-]+/g, '_')
    .slice(0, limits.customEmojiNameLength)
    .replace(/^_+/, '');
  let end = name.length;
  while (end > 0 && '_-'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** Whether a picture can be added under a name, and what follows from it. */
export type NameState =
  | { readonly kind: 'free' | 'bad' | 'twice' }
  /** An emoji of the organization has the name; administrators and its author may replace it. */
  | { readonly kind: 'taken'; readonly authorId: number | null; readonly mayReplace: boolean }
  /** A standard emoji has the name; administrators hide it with this one. */
  | { readonly kind: 'standard'; readonly mayReplace: boolean };

export type NamingFacts = {
  readonly own: readonly NamedEmoji[];
  /** Names of the other pictures that are to be added. */
  readonly others: readonly string[];
  readonly selfId: number;
  readonly isAdministrator: boolean;
};

export type NamedEmoji = CustomEmoji & { readonly author_id: number | null };

export function stateOfName(name: string, facts: NamingFacts): NameState {
  if (!NAME.test(name) || name.length > limits.customEmojiNameLength) return { kind: 'bad' };
  if (facts.others.includes(name)) return { kind: 'twice' };
  const taken = facts.own.find((emoji) => emoji.name === name && !emoji.deactivated);
  if (taken !== undefined)
    return {
      kind: 'taken',
      authorId: taken.author_id,
      mayReplace: facts.isAdministrator || taken.author_id === facts.selfId,
    };
  if (extraEmoji.has(name) || emojiCode(name) !== undefined)
    return { kind: 'standard', mayReplace: facts.isAdministrator };
  return { kind: 'free' };
}

export function canBeAdded(state: NameState): boolean {
  return state.kind === 'free' || ('mayReplace' in state && state.mayReplace);
}
