import { limits } from '@parley/contract/limits.ts';
import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';
import { choicesOf } from './field-data.ts';
import { type FieldRow, renderProfileText } from './rows.ts';
import { isUrl } from './url.ts';

export type StoredValue = { readonly value: string; readonly rendered: string | null };

const TEXT = 1;
const PARAGRAPH = 2;
const CHOICE = 3;
const DATE = 4;
const LINK = 5;
export const USERS = 6;

/** A value as a field keeps it. That the users it names exist is for the caller to find out. */
export function checkValue(field: FieldRow, value: ProfileValueInput['value']): StoredValue {
  if (field.type === USERS) {
    if (!Array.isArray(value)) throw unfit(field, 'takes a list of users');
    return { value: JSON.stringify(value), rendered: null };
  }
  if (typeof value !== 'string') throw unfit(field, 'takes text');
  if (value.includes('\0')) throw unfit(field, 'takes no null characters');
  const problem = problemWith(field, value);
  if (problem !== undefined) throw unfit(field, problem);
  return { value, rendered: isRendered(field.type) ? renderProfileText(value) : null };
}

/** Which fields have HTML beside their text. */
export function isRendered(type: number): boolean {
  return type === TEXT || type === PARAGRAPH;
}

function problemWith(field: FieldRow, value: string): string | undefined {
  switch (field.type) {
    case PARAGRAPH:
      return tooLong(value, limits.paragraphLength);
    case CHOICE:
      return Object.hasOwn(choicesOf(field.field_data), value) ? undefined : 'has no such option';
    case DATE:
      return isDate(value) ? undefined : 'takes a date such as 2001-12-31';
    case LINK:
      return isUrl(value) ? undefined : 'takes a link';
    default:
      return tooLong(value, limits.shortTextLength);
  }
}

function tooLong(value: string, most: number): string | undefined {
  return lengthOf(value) > most ? `takes at most ${most} characters` : undefined;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function unfit(field: FieldRow, what: string) {
  return badRequest(`The field '${field.name}' ${what}.`);
}
