import type { Reader } from '../../../engine/db/sql.ts';
import type { Keyring } from '../../../engine/secrets/seal.ts';
import { followRows, readSealingKeys, SecretError } from '../../../engine/secrets/sealing-keys.ts';
import { failed, passed, warning, type CheckResult } from './check-result.ts';

const SUBJECT = 'sealing key';

/** Compares the secrets of the configuration with the fingerprints in the database; `keyring` follows them. */
export async function checkSealingKeys(reader: Reader, keyring: Keyring): Promise<CheckResult> {
  const rows = await readSealingKeys(reader);
  if (rows.length === 0) return passed(SUBJECT, 'none yet, the first node records that of PARLEY_SECRET');
  try {
    followRows(keyring, rows);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const [found = '', ...fix] = error.message.split('\n');
    return failed(SUBJECT, found, fix.join(' '));
  }
  const ids = rows.map(({ id, state }) => `${id.toString('hex')} (${state})`).join(', ');
  if (rows.length > 1) return warning(SUBJECT, ids, 'To complete the rotation, run: parley secret rotate');
  return passed(SUBJECT, ids);
}
