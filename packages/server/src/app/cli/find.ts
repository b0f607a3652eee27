import { q, type Reader } from '../../engine/db/sql.ts';
import { SYSTEM_ROLE, type UserRow } from '../../http/actor.ts';
import { findRealm, type RealmRow } from '../../engine/db/realm.ts';
import { CommandError } from './explain.ts';

/** The name of the root organization on the command line, where an empty subdomain is hard to type. */
const ROOT = 'root';

export function subdomainNamed(name: string): string {
  return name === ROOT ? '' : name.toLowerCase();
}

export function nameOfSubdomain(subdomain: string): string {
  return subdomain === '' ? ROOT : subdomain;
}

export async function realmNamed(reader: Reader, name: string): Promise<RealmRow> {
  const realm = await findRealm(reader, subdomainNamed(name));
  if (realm !== undefined) return realm;
  const known = await reader.all(q.selectFrom('realm').select('subdomain').orderBy('id').limit(20));
  const names = known.map(({ subdomain }) => nameOfSubdomain(subdomain)).join(', ');
  throw new CommandError(
    names === ''
      ? `There is no organization yet. Create one: parley realm create ${name} --name "…"`
      : `There is no organization '${name}'. Existing organizations: ${names}.`,
  );
}

export async function userAt(reader: Reader, realm: RealmRow, email: string): Promise<UserRow> {
  const user = await reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('role', '!=', SYSTEM_ROLE)
      .where((eb) => eb(eb.fn<string>('lower', ['delivery_email']), '=', email.toLowerCase())),
  );
  if (user === undefined)
    throw new CommandError(
      `Organization '${nameOfSubdomain(realm.subdomain)}' has no user with the e-mail address ${email}. Create one: parley user create`,
    );
  return user;
}
