import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** Returns the name in its stored form; throws if it is invalid. */
export function checkFullName(raw: string): string {
  const name = raw.trim();
  if (isLongerThan(name, limits.fullNameLength))
    throw badRequest(`full_name is longer than ${limits.fullNameLength} characters.`);
  if (name === '') throw badRequest('full_name must not be empty.');
  if (INVALID_CHARACTER.test(name)) throw badRequest('full_name contains a character that is not allowed.');
  if (isMisleading(name))
    throw badRequest('full_name contains invisible characters, or letters of several alphabets in one word.');
  if (MENTION_SUFFIX.test(raw))
    throw badRequest("full_name must not end with '|' and digits, which mentions use.");
  return name;
}

/** Control characters, lone surrogates, noncharacters, and the syntax of mentions. */
const INVALID_CHARACTER = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}*`\\>"@]/u;
const MENTION_SUFFIX = /\|\d+$/;

/** Characters that are not displayed; joiners and variation selectors belong to some scripts and to emoji. */
const INVISIBLE = /(?!\p{Join_Control}|\uFE0E|\uFE0F)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const JOINER = /\p{Join_Control}/u;
/** Alphabets with letters that look the same. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Whether a name may be displayed like another one. */
function isMisleading(name: string): boolean {
  if (INVISIBLE.test(name)) return true;
  return name.split(/[^\p{L}\p{M}\p{N}\p{Join_Control}]+/u).some((word) => {
    const alphabets = ALPHABETS.filter((alphabet) => alphabet.test(word)).length;
    return alphabets > 1 || (alphabets > 0 && JOINER.test(word));
  });
}

/** A key that is equal for names that look the same. */
export function nameKeyOf(name: string): string {
  return fold(name.normalize('NFKC')).normalize('NFKC');
}

/** Upper-cases first, because some characters (such as ß) only fold by way of upper case. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** Throws if names must be unique and this one is taken; locks the organization against concurrent renames. */
export async function refuseTakenName(tx: Tx, realm: RealmRow, name: string, except?: number): Promise<void> {
  if (!realmSettingsOf(realm).require_unique_names) return;
  await tx.all(sql`select from realm where id = ${tx.realmId} for no key update`);
  const other = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('name_key', '=', nameKeyOf(name))
      .where('id', '!=', except ?? 0)
      .limit(1),
  );
  if (other !== undefined) throw badRequest(`The name '${name}' is already in use.`);
}
