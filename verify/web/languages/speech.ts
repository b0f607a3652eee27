import { pseudoCatalog, PSEUDO_LANGUAGES } from '../../../packages/web/src/words/pseudo-language.ts';
import { languages, readCatalog } from '../../../tools/words/catalogs.ts';
import { WEB } from '../../../tools/words/extract.ts';

/** A language in which scenes are looked at. */
export type Speech = {
  readonly code: string;
  readonly isPseudo: boolean;
  /** The pattern that finds a text, given the English one; names and messages stay as they are. */
  readonly finding: (wanted: string | RegExp, isExact: boolean) => string | RegExp;
  /** A text of the interface. */
  readonly say: (text: string) => string;
};

export const SPOKEN = ['en', ...languages(WEB), ...PSEUDO_LANGUAGES];

const ENGLISH: Speech = {
  code: 'en',
  isPseudo: false,
  finding: (wanted) => wanted,
  say: (text) => text,
};

const PLACEHOLDER = /\{\w+\}|#/g;

type Entry = {
  readonly text: string;
  /** The English text with a group for each placeholder. */
  readonly english: RegExp;
  readonly forms: readonly string[];
};

/** The speech of a code of `SPOKEN`. */
export function speechOf(code: string): Speech {
  if (code === 'en') return ENGLISH;
  const pseudo = PSEUDO_LANGUAGES.find((one) => one === code);
  const catalog =
    pseudo === undefined ? readCatalog(WEB, code) : pseudoCatalog(readCatalog(WEB, 'de'), pseudo);
  const entries = Object.entries(catalog).map(([text, translated]): Entry => ({
    text,
    english: new RegExp(`^${patternOf(text, '(.+)')}$`, 'i'),
    forms: typeof translated === 'string' ? [translated] : [...new Set(Object.values(translated))],
  }));
  return {
    code,
    isPseudo: pseudo !== undefined,
    finding: (wanted, isExact) =>
      typeof wanted === 'string' ? findingText(wanted, isExact, entries) : findingPattern(wanted, entries),
    say: (text) => entries.find((entry) => entry.text === text)?.forms[0] ?? text,
  };
}

/** The text itself; else the texts with values that it may be, and those of which it may be a part. */
function findingText(wanted: string, isExact: boolean, entries: readonly Entry[]): string | RegExp {
  const same = entries.find(({ text }) => text === wanted);
  const filled = same === undefined ? entries.flatMap((entry) => filledFormsOf(entry, wanted)) : [];
  const own = [...(same === undefined ? [] : formsOf([same])), ...filled];
  if (isExact || same !== undefined)
    return own.length === 0 ? wanted : anyOf(isExact ? own.map((pattern) => `^${pattern}$`) : own);
  const around = entries.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
  const all = [...own, ...formsOf(around)];
  return all.length === 0 ? wanted : anyOf([escaped(wanted), ...all]);
}

/** The forms of a text with placeholders, with the values that the wanted text has in their place. */
function filledFormsOf({ text, english, forms }: Entry, wanted: string): string[] {
  const names = text.match(PLACEHOLDER) ?? [];
  const found = names.length === 0 ? null : english.exec(wanted);
  if (found === null) return [];
  const valueOf = new Map(names.map((name, n) => [name, found[n + 1] ?? '']));
  return forms.map((form) =>
    form
      .split(/(\{\w+\}|#)/)
      .map((part) => escaped(valueOf.get(part) ?? part))
      .join(''),
  );
}

function findingPattern(wanted: RegExp, entries: readonly Entry[]): RegExp {
  const fitting = entries.filter(({ text }) => wanted.test(sampleOf(text)));
  const end = wanted.source.endsWith('$') ? '$' : '';
  return anyOf([wanted.source, ...formsOf(fitting).map((form) => `${form}${end}`)]);
}

function formsOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ forms }) => forms.map((form) => patternOf(form)));
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'i');
}

function sampleOf(text: string): string {
  return text.replaceAll('#', '3').replaceAll(/\{\w+\}/g, '3');
}

function patternOf(text: string, value = '.+'): string {
  return text
    .split(/\{\w+\}|#/)
    .map(escaped)
    .join(value);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
