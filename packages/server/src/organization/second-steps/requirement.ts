import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { RealmSettings } from '@parley/contract/objects/realm-settings.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { hasSecondStep } from './rows.ts';

const DAY_MS = 86_400_000;
/** Key of the stored settings: milliseconds since which the organization requires second steps of its present group of users. */
export const REQUIRED_SINCE = 'second_steps_required_since';

type Settings = Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>;
type Subject = Pick<UserRow, 'role' | 'bot_type' | 'date_joined'>;

/**
 * Milliseconds from which log-ins of a user need a second step, or undefined. The time for setting it up begins with the
 * requirement, or with the account if that is younger.
 */
export function setupDueOf(realm: Settings, user: Subject): number | undefined {
  if (user.bot_type !== null) return undefined;
  const { second_steps_required_of: group, second_step_setup_days: days } = realmSettingsOf(realm);
  if (group === 'nobody' || (group === 'administrators' && !isAdministrator(user))) return undefined;
  return Math.max(requiredSinceOf(realm), user.date_joined.getTime()) + days * DAY_MS;
}

/** UNIX time in seconds until which a user without a second step sets one up; null if none is required, or if there is one. */
export function presentSetupDue(realm: Settings, user: Subject, steps: readonly unknown[]): number | null {
  const due = steps.length === 0 ? setupDueOf(realm, user) : undefined;
  return due === undefined ? null : Math.floor(due / 1000);
}

/** The stored time of the requirement after a change of settings: a larger group gets a new one. */
export function requiredSinceAfter(
  realm: Settings,
  next: Pick<RealmSettings, 'second_steps_required_of'>,
  now: number,
): number | undefined {
  const size = { nobody: 0, administrators: 1, everyone: 2 } as const;
  const [before, after] = [realmSettingsOf(realm).second_steps_required_of, next.second_steps_required_of];
  if (after === 'nobody') return undefined;
  return size[after] > size[before] ? now : requiredSinceOf(realm);
}

function requiredSinceOf({ settings }: Settings): number {
  return (settings[REQUIRED_SINCE] as number | undefined) ?? 0;
}

/** The proof that a log-in of a user lacks after the first step: one that the user has, or one that must be set up. */
export async function secondStepOfLogin(
  reader: Reader,
  realm: RealmRow,
  user: Subject & Pick<UserRow, 'id'>,
  now: number,
): Promise<'pass' | 'set up' | undefined> {
  if (await hasSecondStep(reader, realm.id, user.id)) return 'pass';
  return (setupDueOf(realm, user) ?? Infinity) <= now ? 'set up' : undefined;
}
