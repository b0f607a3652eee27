import { q, sql, type Reader } from '../db/sql.ts';
import { isPassword } from '../people/password.ts';
import type { PersonRow } from '../people/person.ts';
import { Problem } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { isOpen } from '../realm/settings.ts';

/** The account that a name and a password open. Whether somebody has the name cannot be told by the time it takes. */
export const logIn = async (
  reader: Reader,
  realm: RealmRow,
  username: string,
  password: string,
): Promise<PersonRow> => {
  if (!isOpen('Email', realm))
    throw new Problem('PASSWORD_AUTH_DISABLED', 'This organization does not accept passwords.');
  const person = await reader.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${username})`),
  );
  const stored = person?.password_hash ?? null;
  const outdated = stored !== null && !stored.startsWith('$argon2');
  const isRight = await isPassword(outdated ? null : stored, password);
  if (realm.deactivated_at !== null)
    throw new Problem('REALM_DEACTIVATED', 'The organization is deactivated.');
  if (person?.is_active === false) throw new Problem('USER_DEACTIVATED', 'The account is deactivated.');
  if (outdated) throw new Problem('PASSWORD_RESET_REQUIRED', 'The password must be set anew first.');
  if (person === undefined || !isRight)
    throw new Problem('AUTHENTICATION_FAILED', 'The name or the password is wrong.');
  return person;
};
