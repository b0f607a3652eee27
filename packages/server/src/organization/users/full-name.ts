import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** A name as it is stored, or the reason why it cannot be one. */
export function checkFullName(raw: string): string {
  const name = raw.trim();
  if (lengthOf(name) > limits.fullNameLength) throw badRequest('The name is too long.');
  if (name === '') throw badRequest('A name is needed.');
  if (UNFIT.test(name)) throw badRequest('The name has characters that names cannot have.');
  if (LIKE_A_MENTION.test(raw)) throw badRequest('A name cannot end like the mention of an id.');
  return name;
}

/** Control characters, halves of characters, what Unicode keeps for itself, and what mentions are made of. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}*`\\>"@]/u;
const LIKE_A_MENTION = /\|\d+$/;

/** The same for names that nobody could tell apart. */
export function nameKeyOf(name: string): string {
  return fold(name.normalize('NFKC')).normalize('NFKC');
}

/** Upper case first: some letters have no small form of their own. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** Where names must be unique, one at a time is given out. */
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
  if (other !== undefined) throw badRequest('Somebody has that name already.');
}
