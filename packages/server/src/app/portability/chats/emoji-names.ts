import { emojiCode, namesOfEmoji } from '@parley/markdown/emoji';
import type { Reaction } from './form.ts';

const NONE: ReadonlySet<string> = new Set();

/** The emoji of a name in other chats, such as `+1::skin-tone-3`; a custom one if the name is unknown or that of a custom one. */
export function emojiNamed(name: string, custom: ReadonlySet<string> = NONE): Reaction['emoji'] {
  const plain = name.replace(/^:/, '').split(':')[0] ?? '';
  const code = custom.has(plain) ? undefined : (OTHER_NAMES[plain] ?? emojiCode(plain));
  return code === undefined ? { name: plain } : { code };
}

/** The character of a code. */
export function characterOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
}

/** The emoji of a character, in any form of the character and any tone of skin. */
export function emojiOfCharacter(character: string): Reaction['emoji'] {
  const points = Array.from(character.slice(0, 40), (one) => one.codePointAt(0) ?? 0);
  const bare = points.filter((point) => point !== 0xfe0f && (point < 0x1f3fb || point > 0x1f3ff));
  const codes = [points, bare].map((list) =>
    list.map((point) => point.toString(16).padStart(4, '0')).join('-'),
  );
  const code = codes.find((one) => one !== '' && namesOfEmoji(one).length > 0);
  return code === undefined ? { name: character } : { code };
}

/** A text with the characters of emoji that it names; custom ones keep their names. */
export function withEmoji(text: string, custom: ReadonlySet<string> = NONE): string {
  return text.replaceAll(/:([a-z0-9_+'-]{1,100}):(?::skin-tone-\d:)?/g, (whole, name: string) => {
    const emoji = emojiNamed(name, custom);
    return 'code' in emoji ? characterOf(emoji.code) : whole;
  });
}

/** Names that mean another emoji elsewhere than here, or none here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bride_with_veil: '1f470',
  calendar: '1f4c6',
  clock: '1f570',
  email: '2709',
  guardsman: '1f482',
  hourglass: '231b',
  man_with_turban: '1f473',
  medal: '1f396',
  ok: '1f197',
  ok_woman: '1f646',
  satellite: '1f6f0',
  sick: '1f922',
  snowman: '2603',
  sun_behind_cloud: '1f325',
  umbrella: '2602',
};
