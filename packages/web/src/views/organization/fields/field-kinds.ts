import type { State } from '@parley/client';
import { t } from '../../../words/index.ts';

export type ProfileField = NonNullable<State['custom_profile_fields']>[number];

export const CHOICE_FIELD = 3;
export const ACCOUNT_FIELD = 7;

export function fieldKinds(): readonly { readonly type: ProfileField['type']; readonly name: string }[] {
  return [
    { type: 1, name: t('Short text') },
    { type: 2, name: t('Paragraph') },
    { type: CHOICE_FIELD, name: t('List') },
    { type: 4, name: t('Date') },
    { type: 5, name: t('Link') },
    { type: 6, name: t('People') },
    { type: ACCOUNT_FIELD, name: t('External account') },
    { type: 8, name: t('Pronouns') },
  ];
}

export function kindName(type: number): string {
  return fieldKinds().find((kind) => kind.type === type)?.name ?? t('Unknown');
}

/** A choice of a list; `key` is what profiles store. */
export type FieldOption = { readonly key: string; readonly text: string };

/** The options of a list in their order. */
export function optionsOf(fieldData: string): readonly FieldOption[] {
  return Object.entries(parsed(fieldData))
    .flatMap(([key, value]) =>
      isRecord(value) ? [{ key, text: String(value['text']), order: Number(value['order']) }] : [],
    )
    .toSorted((a, b) => a.order - b.order)
    .map(({ key, text }) => ({ key, text }));
}

/** Options as the server takes them. Those that keep their text keep their key, and with it the values of people. */
export function fieldDataOf(
  texts: readonly string[],
  before: readonly FieldOption[],
): Record<string, Record<string, string>> {
  const taken = new Set(before.map(({ key }) => key));
  return Object.fromEntries(
    texts.map((text, n) => {
      const key = before.find((option) => option.text === text)?.key ?? freeKey(taken);
      return [key, { text, order: String(n + 1) }];
    }),
  );
}

function freeKey(taken: Set<string>): string {
  let n = taken.size;
  while (taken.has(String(n))) n++;
  taken.add(String(n));
  return String(n);
}

/** The site of an external account: a known one by its name, or an address of its own. */
export type AccountSite = { readonly subtype: string; readonly pattern: string };

export const OTHER_SITE = 'custom';

export function accountOf(fieldData: string): AccountSite {
  const { subtype, url_pattern: pattern } = parsed(fieldData);
  return {
    subtype: typeof subtype === 'string' ? subtype : OTHER_SITE,
    pattern: typeof pattern === 'string' ? pattern : '',
  };
}

/** The lines of a text as options: each once, without empty ones. */
export function optionTexts(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

function parsed(fieldData: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(fieldData);
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
