import { writeFileSync } from 'node:fs';
import data from 'emojibase-data/en/data.json' with { type: 'json' };
import cldr from 'emojibase-data/en/shortcodes/cldr.json' with { type: 'json' };
import legacy from 'emojibase-data/en/shortcodes/emojibase-legacy.json' with { type: 'json' };
import emojibase from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' };
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };
import iamcal from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };
import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' };
import { ownNames } from './own-names.ts';

type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

/** The first set that has a name for an emoji gives its canonical one. */
const SHORTCODE_SETS: readonly Shortcodes[] = [github, joypixels, emojibase, iamcal, legacy, cldr];
const COMPONENT_GROUP = 2;
const TEXT_PRESENTATION = 0;

/**
 * The text of `names.json`: for each emoji its code, then its names, the canonical one first. `*` marks codes that are
 * text by default.
 */
export function makeNames(): string {
  const namesOf = new Map<string, string[]>(base().map((emoji) => [codeOf(emoji.hexcode), []]));
  const taken = new Set<string>();
  const claim = (code: string, name: string): void => {
    if (taken.has(name) || !/^[a-z0-9_+-]+$/.test(name)) return;
    const names = namesOf.get(code);
    if (names === undefined) return;
    taken.add(name);
    names.push(name);
  };
  for (const [code, names] of Object.entries(ownNames))
    for (const name of names.split(' ')) claim(code, name);
  for (const set of SHORTCODE_SETS) {
    for (const [hexcode, names] of Object.entries(set)) {
      for (const name of [names].flat()) claim(codeOf(hexcode), name);
    }
  }
  const textual = new Set(
    base()
      .filter((emoji) => emoji.type === TEXT_PRESENTATION)
      .map((emoji) => codeOf(emoji.hexcode)),
  );
  const lines = [...namesOf]
    .filter(([, names]) => names.length > 0)
    .map(([code, names]) => `${code}${textual.has(code) ? '*' : ''} ${names.join(' ')}`);
  return `${JSON.stringify(lines, undefined, 2)}\n`;
}

function base(): readonly { hexcode: string; type: number; group?: number }[] {
  return data.filter((emoji) => emoji.group !== undefined && emoji.group !== COMPONENT_GROUP);
}

/** Lower-case code points without the variation selector, joined by hyphens. */
function codeOf(hexcode: string): string {
  return hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .join('-');
}

if (import.meta.main) writeFileSync(new URL('names.json', import.meta.url), makeNames());
