/** The texts of a language by their English ones; a text with a number has a form for each category of numbers. */
export type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export type Values = Readonly<Record<string, string | number>>;

export type PluralForms = { readonly one: string; readonly other: string };

/** Speaks a language: texts, numbers and lists. */
export type Words = {
  readonly locale: string;
  /** Translates a text; `{name}` is replaced by the value of that name. */
  readonly t: (message: string, values?: Values) => string;
  /** Chooses the form of a text for a number; `#` is replaced by the number, `{name}` by the value of that name. */
  readonly plural: (count: number, forms: PluralForms, values?: Values) => string;
  /** `Bram, Chen and Dara`, as the language joins names. */
  readonly listOf: (names: readonly string[]) => string;
};

/** The words of a language, with lists as its region writes them. A text without a translation is the English one. */
export function createWords(locale: string, catalog: Catalog, region = locale): Words {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(region);
  return {
    locale,
    t: (message, values) => {
      const translated = catalog[message];
      return withValues(typeof translated === 'string' ? translated : message, values);
    },
    plural: (count, forms, values) => {
      const rule = rules.select(count);
      const translated = catalog[forms.other];
      const own = typeof translated === 'object' ? (translated[rule] ?? translated['other']) : undefined;
      const text = own ?? (rule === 'one' ? forms.one : forms.other);
      return withValues(text.replace('#', numbers.format(count)), values);
    },
    listOf: (names) => lists.format(names),
  };
}

/** Marks a text that `t` translates where it is shown. */
export function msg<T extends string>(message: T): T {
  return message;
}

function withValues(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
