import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '@parley/contract/words/words.ts';
import type { SourceText, Speaker } from './extract.ts';

/** Codes of the languages that have a catalog. */
export function languages({ catalogs }: Speaker): readonly string[] {
  return readdirSync(catalogs).map((name) => path.basename(name, '.json'));
}

export function readCatalog(speaker: Speaker, language: string): Catalog {
  return JSON.parse(readFileSync(fileOf(speaker, language), 'utf8')) as Catalog;
}

/** Keeps the translations of texts that the source still has, in the order of the alphabet. */
export function writeCatalog(
  speaker: Speaker,
  language: string,
  catalog: Catalog,
  texts: readonly SourceText[],
): void {
  const kept = texts
    .filter(({ text }) => catalog[text] !== undefined)
    .map(({ text }) => [text, catalog[text]] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(fileOf(speaker, language), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
}

/** The faults of a catalog: texts without a translation, with other placeholders, or that the source no longer has. */
export function problemsOf(catalog: Catalog, language: string, texts: readonly SourceText[]): string[] {
  const known = new Set(texts.map(({ text }) => text));
  return [
    ...texts.flatMap((text) => problemOf(text, catalog[text.text], language) ?? []),
    ...Object.keys(catalog)
      .filter((text) => !known.has(text))
      .map((text) => `“${text}” is no longer in the source.`),
  ];
}

function problemOf(
  { text, one }: SourceText,
  translated: Catalog[string] | undefined,
  language: string,
): string | undefined {
  if (translated === undefined) return `“${text}” has no translation.`;
  if ((one === undefined) !== (typeof translated === 'string'))
    return `“${text}” needs ${one === undefined ? 'one text' : 'a form for each category of numbers'}.`;
  const forms = typeof translated === 'string' ? { other: translated } : translated;
  const needed = one === undefined ? [] : new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // French has a form for millions, which is that of other numbers here.
  const missing = needed.find((form) => form !== 'many' && forms[form] === undefined);
  if (missing !== undefined) return `“${text}” has no form “${missing}”.`;
  return placeholders(forms['other'] ?? '') === placeholders(text)
    ? undefined
    : `“${text}” has other placeholders.`;
}

function placeholders(text: string): string {
  return (text.match(/\{\w+\}|#/g) ?? []).toSorted().join(' ');
}

function fileOf({ catalogs }: Speaker, language: string): string {
  return path.join(catalogs, `${language}.json`);
}
