import type { RealmRow } from '../../engine/db/realm.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import { isLoginMethodEnabled } from '../realm/settings.ts';
import { isPassword } from '../users/passwords.ts';

/** Authenticates by e-mail address and password. Unknown addresses cost a password hash too, so that timing reveals none. */
export async function logIn(
  reader: Reader,
  realm: RealmRow,
  username: string,
  password: string,
): Promise<UserRow> {
  if (!isLoginMethodEnabled('Email', realm))
    throw new ApiError('PASSWORD_AUTH_DISABLED', 'This organization does not accept passwords.');
  const user = await findByLogin(reader, realm.id, username);
  const stored = user?.password_hash ?? null;
  const outdated = stored !== null && !stored.startsWith('$argon2');
  const isRight = await isPassword(outdated ? null : stored, password);
  if (realm.deactivated_at !== null)
    throw new ApiError('REALM_DEACTIVATED', 'The organization is deactivated.');
  if (outdated && user?.is_active === true)
    throw new ApiError('PASSWORD_RESET_REQUIRED', 'The password must be reset first.');
  if (user === undefined || !isRight)
    throw new ApiError('AUTHENTICATION_FAILED', 'The name or the password is wrong.');
  if (!user.is_active) throw new ApiError('USER_DEACTIVATED', 'The account is deactivated.');
  return user;
}

export function findByLogin(reader: Reader, realmId: number, username: string): Promise<UserRow | undefined> {
  return reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where(sql<boolean>`lower(delivery_email) = lower(${username})`),
  );
}
