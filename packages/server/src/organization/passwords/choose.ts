import type { RealmRow } from '../../engine/db/realm.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { requireMailer } from '../../http/mail/queue-email.ts';
import type { World } from '../../http/world.ts';
import { findConfirmation } from '../confirmations/confirmations.ts';
import { realmAt } from '../joining/entry.ts';
import { limitEmails } from '../joining/limits.ts';
import { isEmailAddress } from '../users/address.ts';
import { checkProposedPassword } from '../users/password-strength.ts';
import { hashPassword } from '../users/passwords.ts';
import { askForReset } from './ask-for-reset.ts';
import { noSuchReset, resetPassword } from './reset.ts';

/** A link for a new password, and the account that it is for. */
export type Reset = { readonly realm: RealmRow; readonly token: string; readonly email: string };

/** Throws unless the link works. */
export async function arriveForReset(
  world: World,
  request: Pick<IncomingRequest, 'host'>,
  token: string,
): Promise<Reset> {
  const realm = await realmAt(world, request);
  const found = await findConfirmation(world.pool, realm.id, 'password', token, world.clock.now());
  if (found === undefined) throw noSuchReset();
  return { realm, token, email: found.email };
}

/** Uses the link up. */
export async function choosePassword(
  world: World,
  { realm, token, email }: Reset,
  password: string,
): Promise<void> {
  await checkProposedPassword(world, {
    share: { realmId: realm.id, userId: 0 },
    chosenFor: `address:${email.toLowerCase()}`,
    password,
    known: [email],
  });
  const hash = await hashPassword(password);
  await world.write(realm.id, (tx) => resetPassword(tx, token, hash, world.clock.now()));
}

/** Sends an e-mail with a link, whether there is an account or not. */
export async function requestReset(
  world: World,
  request: Pick<IncomingRequest, 'host' | 'address' | 'words'>,
  given: string,
): Promise<void> {
  const realm = await realmAt(world, request);
  requireMailer(world);
  const email = given.trim();
  if (!isEmailAddress(email)) throw badRequest('Enter a valid e-mail address.');
  limitEmails(world, request.address, email);
  await world.write(realm.id, (tx) => askForReset(tx, world, realm, email, request.words));
}
