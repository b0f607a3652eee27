import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { badRequest } from '../../engine/api-error.ts';
import { builtInAccount, USERNAME_SLOT } from './external-accounts.ts';
import { isUrl } from './url.ts';

export type FieldData = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
export type Choices = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

const DROPDOWN = profileFieldTypes.DROPDOWN.id;
const EXTERNAL_ACCOUNT = profileFieldTypes.EXTERNAL_ACCOUNT.id;

/** Checks the data of a field and returns it as stored: JSON, or empty for types without data. */
export function checkFieldData(type: number, data: FieldData): string {
  if (type === DROPDOWN) return JSON.stringify(checkChoices(data));
  if (type === EXTERNAL_ACCOUNT) return JSON.stringify(checkAccount(data));
  return '';
}

/** Parses the stored choices of a dropdown field. */
export function choicesOf(stored: string): Choices {
  return stored === '' ? {} : (JSON.parse(stored) as Choices);
}

function checkChoices(data: FieldData): Choices {
  const entries = Object.entries(data);
  if (entries.length === 0) throw badRequest('field_data needs at least one option.');
  const choices = entries.map(([key, choice]) => {
    if (typeof choice === 'string') throw badRequest('Each option in field_data needs a text and an order.');
    const { text, order, ...others } = choice;
    if (isBlank(key) || isBlank(text) || isBlank(order) || Object.keys(others).length > 0)
      throw badRequest('Each option in field_data needs a text and an order, and nothing else.');
    return [key, { text, order }] as const;
  });
  if (new Set(choices.map(([, { text }]) => text)).size < choices.length)
    throw badRequest('Two options in field_data have the same text.');
  return Object.fromEntries(choices);
}

function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === '' || text.includes('\0');
}

function checkAccount(data: FieldData): FieldData {
  const { subtype, url_pattern: pattern, ...others } = data;
  if (typeof subtype !== 'string' || Object.keys(others).length > 0)
    throw badRequest(
      'field_data of an external account needs a subtype and, for custom accounts, a url_pattern.',
    );
  if (builtInAccount(EXTERNAL_ACCOUNT, subtype) !== undefined) return { subtype };
  if (subtype !== 'custom') throw badRequest('Unknown subtype of external account.');
  if (pattern === undefined || pattern === '') return { subtype, url_pattern: '' };
  if (typeof pattern !== 'string' || !isPattern(pattern))
    throw badRequest(`url_pattern must be a URL that contains ${USERNAME_SLOT} once.`);
  return { subtype, url_pattern: pattern };
}

function isPattern(pattern: string): boolean {
  return pattern.split(USERNAME_SLOT).length === 2 && isUrl(pattern.replace(USERNAME_SLOT, 'username'));
}
