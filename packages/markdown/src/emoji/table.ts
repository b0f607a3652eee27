import { once } from '../once.ts';
import emojiNames from './names.json' with { type: 'json' };

/** The emoji that clients call `:name:`, as hexadecimal code points joined by hyphens. */
export function emojiCode(name: string): string | undefined {
  return table().codeOf.get(name);
}

/** All names of an emoji, the canonical one first. */
export function namesOfEmoji(code: string): readonly string[] {
  return table().namesOf.get(code) ?? [];
}

/** Codes of all emoji, in the order of the Unicode charts. */
export function emojiCodes(): readonly string[] {
  return [...table().namesOf.keys()];
}

/** Whether the character is shown as text unless a variation selector follows it. */
export function isTextByDefault(code: string): boolean {
  return table().textual.has(code);
}

/** Emoji that come with the server and have no code point, and their pictures. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);

/** The file that clients fetch to know the names. */
export function emojiData(): { code_to_names: Record<string, readonly string[]> } {
  return { code_to_names: Object.fromEntries(table().namesOf) };
}

type Table = {
  readonly codeOf: Map<string, string>;
  readonly namesOf: Map<string, readonly string[]>;
  readonly textual: Set<string>;
};

const table = once(readTable);

function readTable(): Table {
  const read: Table = { codeOf: new Map(), namesOf: new Map(), textual: new Set() };
  for (const line of emojiNames) {
    const [marked = '', ...names] = line.split(' ');
    const code = marked.replace('*', '');
    if (marked !== code) read.textual.add(code);
    read.namesOf.set(code, names);
    for (const name of names) read.codeOf.set(name, code);
  }
  return read;
}
