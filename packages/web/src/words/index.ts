/** The texts of a language by their English ones; a text with a number has a form for each category of numbers. */
export type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

type Words = {
  readonly locale: string;
  readonly catalog: Catalog;
  readonly rules: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
  readonly lists: Intl.ListFormat;
};

let words = wordsOf('en', {});

function wordsOf(locale: string, catalog: Catalog): Words {
  return {
    locale,
    catalog,
    rules: new Intl.PluralRules(locale),
    numbers: new Intl.NumberFormat(locale),
    lists: new Intl.ListFormat(locale),
  };
}

/** Shows the interface in a language; before anything is rendered, because texts that are on the screen stay. */
export function speak(language: string, catalog: Catalog): void {
  words = wordsOf(language, catalog);
}

/** Translates a text of the interface; `{name}` is replaced by the value of that name. */
export function t(message: string, values?: Readonly<Record<string, string | number>>): string {
  const translated = words.catalog[message];
  const text = typeof translated === 'string' ? translated : message;
  if (values === undefined) return text;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Marks a text that `t` translates where it is shown. */
export function later<T extends string>(message: T): T {
  return message;
}

/** Chooses the form of a text for a number; `#` is replaced by the number. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  const { catalog, rules, numbers } = words;
  const rule = rules.select(count);
  const translated = catalog[forms.other];
  const own = typeof translated === 'object' ? (translated[rule] ?? translated['other']) : undefined;
  return (own ?? (rule === 'one' ? forms.one : forms.other)).replace('#', numbers.format(count));
}

/** `Bram, Chen and Dara`, as the language joins names. */
export function listOf(names: readonly string[]): string {
  return words.lists.format(names);
}

/** A name inside a sentence: English writes it small. */
export function inSentence(name: string): string {
  return words.locale === 'en' ? name.toLowerCase() : name;
}

export function locale(): string {
  return words.locale;
}
