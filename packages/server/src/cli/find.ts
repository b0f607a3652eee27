import { q, type Reader } from '../db/sql.ts';
import { SYSTEM_ROLE, type PersonRow } from '../people/person.ts';
import { findRealm, type RealmRow } from '../realm/realm.ts';
import { Refusal } from './explain.ts';

/** How the root organization is called at the terminal, where an empty word is hard to type. */
const ROOT = 'root';

export const subdomainNamed = (name: string): string => (name === ROOT ? '' : name.toLowerCase());
export const nameOfSubdomain = (subdomain: string): string => (subdomain === '' ? ROOT : subdomain);

export const realmNamed = async (reader: Reader, name: string): Promise<RealmRow> => {
  const realm = await findRealm(reader, subdomainNamed(name));
  if (realm !== undefined) return realm;
  const known = await reader.all(q.selectFrom('realm').select('subdomain').orderBy('id').limit(20));
  const names = known.map(({ subdomain }) => nameOfSubdomain(subdomain)).join(', ');
  throw new Refusal(
    names === ''
      ? `There is no organization yet. Make one: parley realm create ${name} --name "…"`
      : `There is no organization '${name}'. There are: ${names}.`,
  );
};

export const personAt = async (reader: Reader, realm: RealmRow, email: string): Promise<PersonRow> => {
  const person = await reader.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('role', '!=', SYSTEM_ROLE)
      .where((eb) => eb(eb.fn<string>('lower', ['delivery_email']), '=', email.toLowerCase())),
  );
  if (person === undefined)
    throw new Refusal(
      `Nobody in '${nameOfSubdomain(realm.subdomain)}' has the address ${email}. Make an account: parley user create`,
    );
  return person;
};
