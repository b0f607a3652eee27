import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendInvites as contract } from '@parley/contract/endpoints/invites.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { emailDomainError } from '../domains/policy.ts';
import { lockGroups } from '../groups/lock-groups.ts';
import { requireMailer, queueEmail } from '../../http/mail/queue-email.ts';
import { isEmailAddress, storedAddress } from '../users/address.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../../http/world.ts';
import { requireRecentLoginForRole, type LoggedInCall } from '../credentials/recent-login.ts';
import { addressesIn } from './addresses.ts';
import { checkInvitation, expiryOf, promiseOf } from './check-invitation.ts';
import { countInvited } from './daily-limit.ts';
import { invitationEmail } from './email.ts';
import { limitInvitationsTo } from './recipient-limit.ts';
import { storeInvitation } from './store.ts';

type Given = ParametersOf<typeof contract>;

/** An address that is not invited, why not, and whether its account is deactivated. */
export type Skipped = [email: string, reason: string, deactivated: boolean];

/** Invites all addresses or none, skipping those that already have accounts; returns the skipped ones. */
export async function sendInvitations(
  tx: Tx,
  call: Actor & LoggedInCall,
  given: Given,
): Promise<{ sent: number; skipped: Skipped[] }> {
  const { world } = call;
  const actor = await lockGroups(tx, call);
  const now = world.clock.now();
  await checkInvitation(tx, actor, 'mail', given);
  requireRecentLoginForRole(call, given.invite_as);
  const addresses = addressesIn(given.invitee_emails);
  if (addresses.length === 0) throw badRequest('At least one address is needed.');
  const expires_at = expiryOf(given, now);
  requireMailer(world);
  refuseNewcomer(actor, now);
  await refuseUnfit(tx, actor.realm, addresses);
  const skipped = await alreadyHere(tx, addresses);
  const left = new Set(skipped.map(([email]) => email));
  const invited = addresses.filter((address) => !left.has(address));
  if (invited.length === 0) return { sent: 0, skipped };
  refuseCrowded(world, invited);
  if (!(await countInvited(tx, world, invited.length)))
    throw failed('No more users can be invited today.', [], { daily_limit_reached: true });
  for (const address of invited) {
    const email = storedAddress(address);
    const token = await storeInvitation(tx, world, {
      ...promiseOf(actor, given, now),
      email,
      notifiesInviter: given.notify_referrer_on_join,
      expiresAt: expires_at,
    });
    await queueEmail(tx, world, 'invitation', invitationEmail(world, actor, { email, token, expires_at }));
  }
  return { sent: invited.length, skipped };
}

type Flags = { readonly sent_invitations?: boolean; readonly daily_limit_reached?: boolean };

/** The error that says which addresses were not invited. */
export function failed(message: string, errors: readonly Skipped[], flags: Flags = {}): ApiError {
  return new ApiError('INVITATION_FAILED', message, {
    extra: {
      errors,
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: false,
      ...flags,
    },
  });
}

const NEWCOMER_MS = 3 * 86_400_000;

/** In an organization open to everyone, new users could join only to send spam. */
function refuseNewcomer({ realm, user }: Actor, now: number): void {
  const isOpen = !realmSettingsOf(realm).invite_required;
  if (isOpen && !isAdministrator(user) && now - user.date_joined.getTime() < NEWCOMER_MS)
    throw failed('Your account is too new to invite others.', []);
}

/** Refuses addresses that had too many invitations, from any sender. */
function refuseCrowded(world: World, addresses: readonly string[]): void {
  const crowded = addresses.filter((email) => limitInvitationsTo(world, storedAddress(email)) !== undefined);
  if (crowded.length === 0) return;
  const reason = 'This address had too many invitations. Try again later.';
  throw failed(
    'Some addresses cannot be invited; no invitation was sent.',
    crowded.map((email): Skipped => [email, reason, false]),
  );
}

async function refuseUnfit(reader: Reader, realm: RealmRow, addresses: readonly string[]): Promise<void> {
  const unfit: Skipped[] = [];
  for (const email of addresses) {
    const reason = isEmailAddress(email)
      ? await emailDomainError(reader, realm, email)
      : 'This is not an e-mail address.';
    if (reason !== undefined) unfit.push([email, reason, false]);
  }
  if (unfit.length > 0) throw failed('Some addresses cannot be invited; no invitation was sent.', unfit);
}

async function alreadyHere(tx: Tx, addresses: readonly string[]): Promise<Skipped[]> {
  const rows = await tx.all(
    sql<{ email: string; is_active: boolean }>`
      select given.email, p.is_active
      from unnest(${[...addresses]}::text[]) with ordinality as given (email, place)
      join realm_user p on p.realm_id = ${tx.realmId} and lower(p.delivery_email) = lower(given.email)
      order by given.place`,
  );
  return rows.map(({ email, is_active }) => [
    email,
    is_active ? 'There is an account with this address.' : 'The account with this address is deactivated.',
    !is_active,
  ]);
}
