import type { Catalog } from '@parley/contract/words/words.ts';
import { speak } from './index.ts';

/**
 * Languages for developers, by the codes that browsers and phones use for such: English with accents, in brackets and 40 %
 * longer, and the same written from right to left. What they leave plain is not translated, and a text without its
 * brackets is cut off.
 */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;
export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

export const BRACKETS = ['⟦', '⟧'] as const;

const PLAIN = 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';
const ACCENTED = 'åÅƀƁçÇðÐéÉƒƑĝĜĥĤîÎĵĴķĶļĻɱṀñÑöÖþÞǫǪŕŔšŠţŢûÛṽṼŵŴẋẊýÝžŽ';
const ACCENTS = new Map(Array.from(PLAIN, (letter, at) => [letter, ACCENTED[at] ?? letter]));

/** Marks of Unicode that write what is between them from right to left. */
const RIGHT_TO_LEFT = ['\u202E', '\u202C'] as const;

/** The pseudo form of a text. Placeholders stay, because the values of a text are not translated. */
export function pseudoText(text: string, language: PseudoLanguage): string {
  const parts = text.split(/(\{\w+\}|#)/).map((part, at) => (at % 2 === 1 ? part : accented(part)));
  const [before, after] = language === 'ar-XB' ? RIGHT_TO_LEFT : ['', ''];
  return `${BRACKETS[0]}${before}${parts.join('')}${after}${BRACKETS[1]}`;
}

/** Doubles vowels, which are 40 % of the letters of English: words grow as they do in long-worded languages. */
function accented(text: string): string {
  return text.replaceAll(/[aeiou]/g, '$&$&').replaceAll(/[a-z]/gi, (letter) => ACCENTS.get(letter) ?? letter);
}

/** Pseudo forms of all texts that have a translation in a catalog. */
export function pseudoCatalog(catalog: Catalog, language: PseudoLanguage): Catalog {
  return Object.fromEntries(
    Object.entries(catalog).map(([text, translated]) => {
      const pseudo = pseudoText(text, language);
      return [text, typeof translated === 'string' ? pseudo : { other: pseudo }];
    }),
  );
}

/** Shows the interface in a pseudo language; numbers and dates stay English. */
export async function speakPseudo(code: string): Promise<void> {
  // German has every text, so its catalog lists what is translated.
  const [load] = Object.values(import.meta.glob<Catalog>('./catalogs/de.json', { import: 'default' }));
  const catalog = await load?.();
  if (catalog === undefined) return;
  const language = PSEUDO_LANGUAGES.find((one) => one === code) ?? 'en-XA';
  speak('en', pseudoCatalog(catalog, language));
  document.documentElement.lang = language;
  if (language === 'ar-XB') document.documentElement.dir = 'rtl';
}
