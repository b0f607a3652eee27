import { emojiCode, emojiCodes, namesOfEmoji } from '@parley/markdown/emoji';
import type { ReactionEmoji } from '../data/chat.ts';
import { emojiText } from './emoji-text.ts';
import type { IconName } from './icons.ts';

/** An emoji to choose: a character, or a picture of the organization. */
export type EmojiChoice = ReactionEmoji & {
  /** All names, the canonical one first. */
  readonly names: readonly string[];
  readonly text: string | undefined;
  readonly url: string | undefined;
};

export type CustomEmoji = {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly deactivated: boolean;
};

export type EmojiGroupName =
  | 'recent'
  | 'faces'
  | 'nature'
  | 'food'
  | 'activities'
  | 'places'
  | 'objects'
  | 'symbols'
  | 'own';

export const EMOJI_GROUPS: readonly { readonly name: EmojiGroupName; readonly icon: IconName }[] = [
  { name: 'recent', icon: 'clock' },
  { name: 'faces', icon: 'smile' },
  { name: 'nature', icon: 'leaf' },
  { name: 'food', icon: 'food' },
  { name: 'activities', icon: 'ball' },
  { name: 'places', icon: 'globe' },
  { name: 'objects', icon: 'bulb' },
  { name: 'symbols', icon: 'flag' },
  { name: 'own', icon: 'star' },
];

/** First emoji of each group in the order of the charts. */
const GROUP_STARTS: readonly (readonly [first: string, group: EmojiGroupName])[] = [
  ['1f600', 'faces'],
  ['1f435', 'nature'],
  ['1f347', 'food'],
  ['1f30d', 'places'],
  ['1f383', 'activities'],
  ['1f453', 'objects'],
  ['1f3e7', 'symbols'],
];

let groups: ReadonlyMap<EmojiGroupName, readonly EmojiChoice[]> | undefined;

/** Characters of a group; the lists are made once. */
export function emojiOfGroup(name: EmojiGroupName): readonly EmojiChoice[] {
  groups ??= makeGroups();
  return groups.get(name) ?? [];
}

export function allEmoji(): readonly EmojiChoice[] {
  return EMOJI_GROUPS.flatMap(({ name }) => emojiOfGroup(name));
}

export function customChoices(custom: Readonly<Record<string, CustomEmoji>>): readonly EmojiChoice[] {
  return Object.values(custom)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({
      name,
      code: id,
      type: 'realm_emoji' as const,
      names: [name],
      text: undefined,
      url: source_url,
    }));
}

/** The choice of a name; emoji of the organization hide characters of the same name. */
export function choiceNamed(name: string, custom: readonly EmojiChoice[]): EmojiChoice | undefined {
  const own = custom.find((choice) => choice.name === name);
  if (own !== undefined) return own;
  const code = emojiCode(name);
  return code === undefined ? undefined : characterChoice(code);
}

function makeGroups(): Map<EmojiGroupName, EmojiChoice[]> {
  const made = new Map<EmojiGroupName, EmojiChoice[]>();
  const starts = new Map(GROUP_STARTS);
  let current: EmojiGroupName = 'faces';
  for (const code of emojiCodes()) {
    current = starts.get(code) ?? current;
    const list = made.get(current) ?? [];
    list.push(characterChoice(code));
    made.set(current, list);
  }
  return made;
}

function characterChoice(code: string): EmojiChoice {
  const names = namesOfEmoji(code);
  const name = names[0] ?? code;
  return { name, code, type: 'unicode_emoji', names, text: emojiText(code), url: undefined };
}
