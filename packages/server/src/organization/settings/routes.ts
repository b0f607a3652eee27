import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import * as endpoints from '@parley/contract/endpoints/settings.ts';
import { badRequest } from '../../engine/api-error.ts';
import { scopeRequired } from '../../http/admit.ts';
import { type Call, route, type Route } from '../../http/route.ts';
import { askForAddress, checkNewAddress } from '../email-addresses/ask-for-change.ts';
import { applyPresenceVisibility } from '../presence/change-visibility.ts';
import { namedSettings } from './check-settings.ts';
import { requireRecentLogin } from '../credentials/recent-login.ts';
import { checkNewPassword, checkOldPassword } from './new-password.ts';
import { updateDefaults } from './update-defaults.ts';
import { updateSettingsOfOthers } from './update-settings-of-others.ts';
import { updateSettings } from './update-settings.ts';
import { settingsOf } from './user-settings.ts';
import { administratorsOnly, humansOnly } from '../users/gates.ts';

export const settingRoutes: readonly Route[] = [
  route(endpoints.updateSettings, handle, humansOnly),
  route(endpoints.updateDisplaySettings, handle, humansOnly),
  route(endpoints.updateNotificationSettings, handle, humansOnly),
  route(
    endpoints.updateRealmUserSettingsDefaults,
    async ({ world, realm }, given) => {
      await world.write(realm.id, (tx) => updateDefaults(tx, namedSettings(given)));
      return {};
    },
    administratorsOnly,
  ),
];

type Parameters = ParametersOf<typeof endpoints.updateSettings>;

async function handle(call: Call, given: Parameters): Promise<ResultOf<typeof endpoints.updateSettings>> {
  const { world, realm, user } = call;
  refuseAccountChangesByGrants(call, given);
  const settings = namedSettings(given);
  if (given.target_users !== undefined) {
    const targets = given.target_users;
    administratorsOnly(call);
    refuseOwnAccountChanges(given);
    await world.write(realm.id, (tx) => updateSettingsOfOthers(tx, targets, settings));
    return {};
  }
  const { old_password: before = '', new_password: after = '' } = given;
  const password = after === '' ? undefined : await checkNewPassword(call, before, after);
  const email = given.email === undefined ? undefined : await newAddressOf(call, given.email, before);
  const changes = { fullName: given.full_name, password, credentialId: call.credential.id, settings };
  await world.write(realm.id, async (tx) => {
    await updateSettings(tx, world, { realm, user }, changes);
    if (email !== undefined) await askForAddress(tx, world, call, email);
  });
  const isVisible = given.presence_enabled;
  if (isVisible !== undefined && isVisible !== settingsOf(user).presence_enabled)
    await applyPresenceVisibility(world, call, isVisible);
  return {};
}

/** A new address needs the password or a recent log-in, because it receives the links that reset the password. */
async function newAddressOf(call: Call, email: string, password: string): Promise<string | undefined> {
  if (email.trim() === call.user.delivery_email) return undefined;
  if (password === '') requireRecentLogin(call);
  else await checkOldPassword(call, password);
  return checkNewAddress(call, email);
}

/** A grant keeps to its user's settings: the password and the address would give its bearer the whole account. */
function refuseAccountChangesByGrants({ credential, user }: Call, given: Parameters): void {
  if (credential.kind !== 'grant') return;
  const asksAddress = given.email !== undefined && given.email.trim() !== user.delivery_email;
  if (asksAddress || given.target_users !== undefined || (given.new_password ?? '') !== '')
    throw scopeRequired(null);
}

function refuseOwnAccountChanges({ email, full_name, old_password, new_password }: Parameters): void {
  if ([email, full_name, old_password, new_password].some((value) => value !== undefined))
    throw badRequest('full_name, email and passwords cannot be combined with target_users.');
}
