/**
 * A token as the index stores it: each character is one byte of its UTF-8 form, so that keys compare as PostgreSQL
 * compares `bytea`.
 */
export type Key = string;

export function keyOf(token: string): Key {
  return Buffer.from(token, 'utf8').toString('latin1');
}

export function tokenOf(key: Key): string {
  return Buffer.from(key, 'latin1').toString('utf8');
}
