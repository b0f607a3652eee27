const EMOJI_VARIATION = '\u{fe0f}';
const KEYCAP = '20e3';

/** Characters of an emoji from its code, with the selectors that make browsers draw a picture. */
export function emojiChar(code: string): string {
  const points = code.split('-');
  return points
    .map((point, index) => {
      const value = Number.parseInt(point, 16);
      if (!(value > 0 && value <= 0x10_ff_ff)) return '';
      const character = String.fromCodePoint(value);
      const next = points[index + 1];
      const isText =
        /\p{Emoji}/u.test(character) && !/\p{Emoji_Presentation}|\p{Emoji_Modifier}/u.test(character);
      const isFollowed = next === 'fe0f' || (next !== undefined && /^1f3f[b-f]$/.test(next));
      return isText && !isFollowed && (next === KEYCAP || !/[\d#*]/.test(character))
        ? character + EMOJI_VARIATION
        : character;
    })
    .join('');
}
