import type { Catalog } from '@parley/contract/words/words.ts';
import { speak } from './index.ts';
import { PSEUDO_KEY } from './pseudo-key.ts';

/** Languages of the interface, each under its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGS = import.meta.glob<Catalog>('./catalogs/*.json', { import: 'default' });

const KEY = 'parley-language';

/** The language of the interface for a code such as `de-AT`; English if there is none. */
export function languageOf(code: string): Language {
  return knownLanguage(code) ?? 'en';
}

function knownLanguage(code: string): Language | undefined {
  const [base = ''] = code.toLowerCase().split(/[-_]/);
  return Object.hasOwn(LANGUAGES, base) ? (base as Language) : undefined;
}

/** The language of the account that was used here last, else the first one of the browser that is known. */
export function wantedLanguage(): Language {
  const remembered = globalThis.localStorage?.getItem(KEY);
  if (typeof remembered === 'string') return languageOf(remembered);
  for (const code of globalThis.navigator.languages) {
    const known = knownLanguage(code);
    if (known !== undefined) return known;
  }
  return 'en';
}

/** Loads the texts of the wanted language; without them the interface is English. */
export async function loadLanguage(): Promise<void> {
  const pseudo = globalThis.localStorage?.getItem(PSEUDO_KEY);
  if (typeof pseudo === 'string') return (await import('./pseudo-language.ts')).speakPseudo(pseudo);
  const language = wantedLanguage();
  const load = CATALOGS[`./catalogs/${language}.json`];
  if (load === undefined) return;
  try {
    speak(language, await load());
    document.documentElement.lang = language;
  } catch {
    // The next start tries again.
  }
}

/** Keeps the language of an account; the page starts again if it shows another one. */
export function followAccount(code: string): void {
  const language = languageOf(code);
  const isOther = wantedLanguage() !== language;
  globalThis.localStorage?.setItem(KEY, language);
  // Where nothing can be kept, the page would start again for ever.
  if (isOther && wantedLanguage() === language) globalThis.location.reload();
}
