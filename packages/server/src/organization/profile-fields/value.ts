import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { limits } from '@parley/contract/limits.ts';
import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';
import { choicesOf } from './field-data.ts';
import { type FieldRow, renderProfileText } from './rows.ts';
import { isUrl } from './url.ts';

export type StoredValue = { readonly value: string; readonly rendered: string | null };

const TEXT = profileFieldTypes.SHORT_TEXT.id;
const PARAGRAPH = profileFieldTypes.PARAGRAPH.id;
const DROPDOWN = profileFieldTypes.DROPDOWN.id;
const DATE = profileFieldTypes.DATE.id;
const LINK = profileFieldTypes.URL.id;
export const USERS = profileFieldTypes.USER.id;

/** Checks a value and returns it as stored. The caller checks that the users it names exist. */
export function checkValue(field: FieldRow, value: ProfileValueInput['value']): StoredValue {
  if (field.type === USERS) {
    if (!Array.isArray(value)) throw invalidValue(field, 'takes a list of users');
    return { value: JSON.stringify(value), rendered: null };
  }
  if (typeof value !== 'string') throw invalidValue(field, 'takes text');
  if (value.includes('\0')) throw invalidValue(field, 'takes no null characters');
  const error = errorOf(field, value);
  if (error !== undefined) throw invalidValue(field, error);
  return { value, rendered: isRendered(field.type) ? renderProfileText(value) : null };
}

/** Whether values of a type are stored with their HTML. */
export function isRendered(type: number): boolean {
  return type === TEXT || type === PARAGRAPH;
}

function errorOf(field: FieldRow, value: string): string | undefined {
  switch (field.type) {
    case PARAGRAPH:
      return tooLong(value, limits.paragraphLength);
    case DROPDOWN:
      return Object.hasOwn(choicesOf(field.field_data), value) ? undefined : 'has no such option';
    case DATE:
      return isDate(value) ? undefined : 'takes a date such as 2001-12-31';
    case LINK:
      return isUrl(value) ? undefined : 'takes a link';
    default:
      return tooLong(value, limits.shortTextLength);
  }
}

function tooLong(value: string, max: number): string | undefined {
  return isLongerThan(value, max) ? `takes at most ${max} characters` : undefined;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function invalidValue(field: FieldRow, what: string) {
  return badRequest(`The field '${field.name}' ${what}.`);
}
