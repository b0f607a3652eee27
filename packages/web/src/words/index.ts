import { createWords, type Catalog, type PluralForms, type Values } from '@parley/contract/words/words.ts';

export { msg } from '@parley/contract/words/words.ts';

let words = createWords('en', {});

/** Shows the interface in a language; before anything is rendered, because texts that are on the screen stay. */
export function speak(language: string, catalog: Catalog): void {
  words = createWords(language, catalog);
}

/** Translates a text of the interface; `{name}` is replaced by the value of that name. */
export function t(message: string, values?: Values): string {
  return words.t(message, values);
}

/** Chooses the form of a text for a number; `#` is replaced by the number, `{name}` by the value of that name. */
export function plural(count: number, forms: PluralForms, values?: Values): string {
  return words.plural(count, forms, values);
}

/** `Bram, Chen and Dara`, as the language joins names. */
export function listOf(names: readonly string[]): string {
  return words.listOf(names);
}

/** A name inside a sentence: English writes it small. */
export function inSentence(name: string): string {
  return words.locale === 'en' ? name.toLowerCase() : name;
}

export function locale(): string {
  return words.locale;
}
