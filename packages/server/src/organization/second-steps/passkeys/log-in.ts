import type { PasskeyRequest, UsedPasskey } from '@parley/contract/endpoints/passkeys.ts';
import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { newState } from '../../../http/oauth/state.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { logFailure, recordFailure } from '../../login/record-failure.ts';
import { isLoginMethodEnabled } from '../../realm/settings.ts';
import { recordLogin } from '../../users/first-login.ts';
import { requestOf } from './ceremony.ts';
import { newChallenge } from './challenges.ts';
import { passkeyOfId } from './rows.ts';
import { usePasskey } from './use-passkey.ts';

/** Options for any passkey of the organization, and the state with which its answer comes back. */
export async function startPasskeyLogIn(
  world: World,
  realm: RealmRow,
): Promise<{ readonly state: string; readonly options: PasskeyRequest }> {
  checkMethod(realm);
  const state = newState();
  const challenge = await world.write(realm.id, (tx) => newChallenge(tx, world, { to: 'log-in', state }));
  return { state, options: requestOf(world, realm, challenge, undefined) };
}

/** Logs in with a passkey that checked its user: it is both proofs. */
export async function logInWithPasskey<T>(
  world: World,
  address: string,
  realm: RealmRow,
  { state, passkey: used }: { readonly state: string; readonly passkey: UsedPasskey },
  begin: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<{ readonly userId: number; readonly begun: T }> {
  checkMethod(realm);
  try {
    const { user, begun } = await world.write(realm.id, async (tx) => {
      const answer = { used, binding: { to: 'log-in', state } } as const;
      const step = await usePasskey(tx, world, answer, { mustVerifyUser: true });
      const found = step === undefined ? undefined : await activeUser(tx, step.user_id);
      if (found === undefined) throw unknownPasskey();
      return { user: found, begun: await begin(tx, found) };
    });
    await recordLogin(world, user);
    return { userId: user.id, begun };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED') {
      logFailure(world, { address, organization: realm.subdomain, reason: error.code });
      const row = await world.pool.first(passkeyOfId(realm.id, used.id));
      await recordFailure(world, realm.id, { userId: row?.user_id, factor: 'passkey', reason: error.code });
    }
    throw error;
  }
}

/** Where passwords are refused, the provider alone decides who comes in. */
function checkMethod(realm: RealmRow): void {
  if (!isLoginMethodEnabled('Email', realm))
    throw new ApiError('PASSWORD_AUTH_DISABLED', 'This organization does not accept passwords or passkeys.');
  if (realm.deactivated_at !== null)
    throw new ApiError('REALM_DEACTIVATED', 'The organization is deactivated.');
}

function activeUser(tx: Tx, userId: number): Promise<UserRow | undefined> {
  return tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null),
  );
}

function unknownPasskey(): ApiError {
  return new ApiError(
    'AUTHENTICATION_FAILED',
    'The passkey is not known here, or did not check who uses it. Try another one, or the password.',
  );
}
