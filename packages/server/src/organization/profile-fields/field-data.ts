import { badRequest } from '../../engine/api-error.ts';
import { builtInAccount, USERNAME_SLOT } from './external-accounts.ts';
import { isUrl } from './url.ts';

export type FieldData = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
export type Choices = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

const DROPDOWN = 3;
const EXTERNAL_ACCOUNT = 7;

/** What belongs to the type of a field, as it is stored: JSON text, or nothing. */
export function checkFieldData(type: number, data: FieldData): string {
  if (type === DROPDOWN) return JSON.stringify(checkChoices(data));
  if (type === EXTERNAL_ACCOUNT) return JSON.stringify(checkAccount(data));
  return '';
}

/** The choices of a field that has some. */
export function choicesOf(stored: string): Choices {
  return stored === '' ? {} : (JSON.parse(stored) as Choices);
}

function checkChoices(data: FieldData): Choices {
  const entries = Object.entries(data);
  if (entries.length === 0) throw badRequest('A list of options needs at least one option.');
  const choices = entries.map(([key, choice]) => {
    if (typeof choice === 'string') throw badRequest('Each option has a text and an order.');
    const { text, order, ...others } = choice;
    if (isBlank(key) || isBlank(text) || isBlank(order) || Object.keys(others).length > 0)
      throw badRequest('Each option has a text and an order, and nothing else.');
    return [key, { text, order }] as const;
  });
  if (new Set(choices.map(([, { text }]) => text)).size < choices.length)
    throw badRequest('Two options have the same text.');
  return Object.fromEntries(choices);
}

function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === '' || text.includes('\0');
}

function checkAccount(data: FieldData): FieldData {
  const { subtype, url_pattern: pattern, ...others } = data;
  if (typeof subtype !== 'string' || Object.keys(others).length > 0)
    throw badRequest('An external account has a subtype and, if it is a custom one, a pattern.');
  if (builtInAccount(EXTERNAL_ACCOUNT, subtype) !== undefined) return { subtype };
  if (subtype !== 'custom') throw badRequest('There is no such kind of external account.');
  if (pattern === undefined || pattern === '') return { subtype, url_pattern: '' };
  if (typeof pattern !== 'string' || !isPattern(pattern))
    throw badRequest(`The pattern must be a link that contains ${USERNAME_SLOT} once.`);
  return { subtype, url_pattern: pattern };
}

function isPattern(pattern: string): boolean {
  return pattern.split(USERNAME_SLOT).length === 2 && isUrl(pattern.replace(USERNAME_SLOT, 'username'));
}
