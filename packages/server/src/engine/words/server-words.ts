import { createWords, type Words } from '@parley/contract/words/words.ts';
import de from './catalogs/de.json' with { type: 'json' };
import fr from './catalogs/fr.json' with { type: 'json' };
import { createRefusalTexts } from './refusal-texts.ts';

/** English lists and dates are British. */
const ENGLISH_REGION = 'en-GB';

export const ENGLISH = createWords('en', {}, ENGLISH_REGION);

const words: ReadonlyMap<string, Words> = new Map([
  ['en', ENGLISH],
  ['de', createWords('de', de)],
  ['fr', createWords('fr', fr)],
]);

/** Codes of the languages of the server's own texts. */
export const LANGUAGES: readonly string[] = [...words.keys()];

/** The words of a language such as `de-AT`; English if there are none. */
export function wordsOf(language: string): Words {
  return words.get(baseOf(language)) ?? ENGLISH;
}

/** Languages of a header that are looked at; the rest of a longer one is ignored. */
const MAX_LANGUAGES = 20;

/** The words of the first known language of an Accept-Language header. Browsers send the preferred one first. */
export function wordsOfHeader(accepted: string | undefined): Words {
  if (accepted === undefined) return ENGLISH;
  for (const entry of accepted.split(',', MAX_LANGUAGES)) {
    const found = words.get(baseOf(entry));
    if (found !== undefined) return found;
  }
  return ENGLISH;
}

function baseOf(language: string): string {
  return language.trim().toLowerCase().split(/[-_;]/, 1)[0] ?? '';
}

const findRefusal = createRefusalTexts(Object.keys(de));

/** The text of a refusal in a language. Refusals that name a part of the API are for programs, and stay English. */
export function refusalIn({ locale, t }: Words, message: string): string {
  if (locale === ENGLISH.locale) return message;
  const found = findRefusal(message);
  return found === undefined ? message : t(found.text, found.values);
}

/** The region in whose form dates are written. */
export function dateLocaleOf({ locale }: Words): string {
  return locale === ENGLISH.locale ? ENGLISH_REGION : locale;
}
