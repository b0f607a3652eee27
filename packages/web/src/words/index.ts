import { setupI18n } from '@lingui/core';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const rules = new Intl.PluralRules(i18n.locale);
const numbers = new Intl.NumberFormat(i18n.locale);

/** Translates a text of the interface; `{name}` is replaced by the value of that name. */
export function t(message: string, values?: Readonly<Record<string, string | number>>): string {
  // Read from the catalog directly: the library would fill placeholders itself, and with nothing.
  const translated = i18n.messages[message];
  const text = typeof translated === 'string' ? translated : message;
  if (values === undefined) return text;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Chooses the form of a text for a number; `#` is replaced by the number. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  const rule = rules.select(count);
  return t(rule === 'one' ? forms.one : forms.other).replace('#', numbers.format(count));
}

export function locale(): string {
  return i18n.locale;
}
