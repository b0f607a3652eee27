import { isTextByDefault } from '@parley/markdown/emoji';

const VARIATION = '\u{fe0f}';
const KEYCAP = '20e3';

/** Characters of an emoji from its code, with the selectors that make browsers draw a picture. */
export function emojiText(code: string): string {
  const points = code.split('-');
  return points
    .map((point, index) => {
      const character = String.fromCodePoint(Number.parseInt(point, 16));
      const next = points[index + 1];
      const needsVariation = next === KEYCAP || (isTextByDefault(point) && !isSkinTone(next));
      return needsVariation ? character + VARIATION : character;
    })
    .join('');
}

function isSkinTone(point: string | undefined): boolean {
  return point !== undefined && /^1f3f[b-f]$/.test(point);
}
