import { randomInt } from 'node:crypto';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

const CODES = 10;
/** Letters and digits that are not mistaken for others: 24 of 30 are 117 bits, so a plain hash keeps a code secret. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

/** Ends the recovery codes of a user and returns new ones. */
export async function replaceCodes(tx: Tx, userId: number): Promise<string[]> {
  await deleteCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx.all(
    q.insertInto('recovery_code').values(
      codes.map((code) => ({
        realm_id: tx.realmId,
        user_id: userId,
        code_hash: hashOf(plain(code)),
      })),
    ),
  );
  tx.record({ action: 'recovery-codes.replaced', object: { type: 'user', id: userId } });
  return codes;
}

export async function deleteCodes(tx: Tx, userId: number): Promise<void> {
  await tx.all(
    q.deleteFrom('recovery_code').where('realm_id', '=', tx.realmId).where('user_id', '=', userId),
  );
}

/** Uses a recovery code up; returns whether there was one. */
export async function takeCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const taken = await tx.first(
    q
      .deleteFrom('recovery_code')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOf(plain(code)))
      .returning('user_id'),
  );
  return taken !== undefined;
}

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join('').replaceAll(GROUP, '$&-');
}

/** A code without what people type or leave out between its groups. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
