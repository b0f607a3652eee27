import type { RealmRow } from '../../engine/db/realm.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { World } from '../../http/world.ts';
import { emailDomainError } from '../domains/policy.ts';
import { isLoginMethodEnabled, realmSettingsOf } from '../realm/settings.ts';
import { isEmailAddress } from '../users/address.ts';
import { checkFullName } from '../users/full-name.ts';
import { checkProposedPassword } from '../users/password-strength.ts';
import { hashPassword } from '../users/passwords.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { accessEntry, type Entry, realmAt } from './entry.ts';
import { join } from './join.ts';
import { limitEmails } from './limits.ts';
import { notifyJoined } from './notify-joined.ts';

/** A link and the organization that it leads to. */
export type Arrival = { readonly realm: RealmRow; readonly entry: Entry; readonly token: string };

/** Throws unless the link works. */
export async function arriveByLink(
  world: World,
  request: Pick<IncomingRequest, 'host'>,
  token: string,
): Promise<Arrival> {
  const realm = await realmAt(world, request);
  if (!isLoginMethodEnabled('Email', realm))
    throw badRequest('Password login is disabled in this organization.');
  const entry = await accessEntry(world.pool, realm.id, token, world.clock.now());
  return { realm, entry, token };
}

/**
 * Whether a link leads to an e-mail first. A server without e-mail cannot confirm addresses, and trusts users with a link
 * unless joining depends on the domain.
 */
export function needsConfirmation({ mailer }: World, { realm, entry }: Arrival): boolean {
  return (
    entry.kind === 'link' && (mailer !== undefined || realmSettingsOf(realm).emails_restricted_to_domains)
  );
}

/** Throws unless everybody can join the organization of the host without an invitation. */
export async function openRealmAt(world: World, request: Pick<IncomingRequest, 'host'>): Promise<RealmRow> {
  const realm = await realmAt(world, request);
  if (!isOpen(realm)) throw badRequest('An invitation is needed to join this organization.');
  return realm;
}

/** Whether joining takes no invitation. */
export function isOpen(realm: RealmRow): boolean {
  return !realmSettingsOf(realm).invite_required && isLoginMethodEnabled('Email', realm);
}

/** Sends an e-mail with a link to the address, for an invitation link or none. */
export async function requestConfirmation(
  world: World,
  { address, words }: Pick<IncomingRequest, 'address' | 'words'>,
  realm: RealmRow,
  given: string,
  invitation: Entry['invitation'],
): Promise<void> {
  const email = given.trim();
  if (world.mailer === undefined)
    throw badRequest('This server cannot send the confirmation e-mail. Ask for a personal invitation.');
  await checkAddress(world, realm, email);
  limitEmails(world, address, email);
  await world.write(realm.id, (tx) => askToConfirm(tx, { ...world, words }, realm, email, invitation));
}

async function checkAddress({ pool }: World, realm: RealmRow, email: string): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('Enter a valid e-mail address.');
  const rejection = await emailDomainError(pool, realm, email);
  if (rejection !== undefined) throw badRequest(rejection);
}

export type Applicant = {
  /** Ignored if the link is for one address. */
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
};

/** Creates the account of a link and tells those who want to know. */
export async function enterByLink(
  world: World,
  { realm, entry, token }: Arrival,
  given: Applicant,
): Promise<UserRow> {
  const email = entry.kind === 'address' ? entry.email : given.email.trim();
  if (entry.kind === 'link') await checkAddress(world, realm, email);
  const fullName = checkFullName(given.fullName);
  const { password } = given;
  await checkProposedPassword(world, {
    share: { realmId: realm.id, userId: 0 },
    chosenFor: `address:${email.toLowerCase()}`,
    password,
    known: [email, fullName],
  });
  const passwordHash = await hashPassword(password);
  const { user, invitation } = await world.write(realm.id, (tx) =>
    join(tx, world, token, { fullName, passwordHash, email }),
  );
  await notifyJoined(world, { realm, user }, invitation);
  return user;
}
