import { combine } from '../db/combine.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { hashOf } from '../secrets/seal.ts';

/** Finds the account that a key belongs to, whatever its state. */
export type FindAccount = (key: string) => Promise<Actor | undefined>;

/** Every request needs this, so what thousands of them ask for at once is asked in few queries. */
export const createAccountFinder = (reader: Reader): FindAccount => {
  const find = combine((hashes) => accountsBehind(reader, hashes));
  return (key) => find(hashOf(key).toString('hex'));
};

const accountsBehind = async (reader: Reader, hashes: readonly string[]): Promise<Map<string, Actor>> => {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const people = await reader.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('key_hash', '=', sql<Buffer>`any(${keys}::bytea[])`),
  );
  if (people.length === 0) return new Map();
  const realmIds = [...new Set(people.map((person) => person.realm_id))];
  const realms = await reader.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('id', '=', sql<number>`any(${realmIds}::bigint[])`),
  );
  const byId = new Map(realms.map((realm) => [realm.id, realm]));
  const accounts = new Map<string, Actor>();
  for (const person of people) {
    const realm = byId.get(person.realm_id);
    if (realm !== undefined) accounts.set(person.key_hash.toString('hex'), { realm, person });
  }
  return accounts;
};
