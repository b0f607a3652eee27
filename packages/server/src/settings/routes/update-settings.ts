import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings as contract,
} from '@parley/contract/endpoints/settings.ts';
import { route, type Call } from '../../http/route.ts';
import { emailDomainProblem } from '../../domains/policy.ts';
import { isEmailAddress } from '../../people/address.ts';
import { administratorsOnly, peopleOnly } from '../../people/gates.ts';
import { isAdministrator } from '../../people/person.ts';
import { followVisibility } from '../../presence/change-visibility.ts';
import { badRequest } from '../../problem.ts';
import { realmSettingsOf } from '../../realm/settings.ts';
import { namedSettings } from '../check-settings.ts';
import { newPassword } from '../new-password.ts';
import { updateSettings } from '../update-settings.ts';
import { settingsOf } from '../user-settings.ts';
import { updateSettingsOfOthers } from '../update-settings-of-others.ts';

type Parameters = ParametersOf<typeof contract>;

const handle = async (call: Call, given: Parameters): Promise<ResultOf<typeof contract>> => {
  const { world, realm, person } = call;
  const settings = namedSettings(given);
  if (given.target_users !== undefined) {
    const targets = given.target_users;
    administratorsOnly(call);
    refuseForOthers(given);
    await world.write(realm.id, (tx) => updateSettingsOfOthers(tx, targets, settings));
    return {};
  }
  if (given.email !== undefined) await refuseNewAddress(call, given.email);
  const { old_password: before = '', new_password: after = '' } = given;
  const password = after === '' ? undefined : await newPassword(call, before, after);
  const changes = { fullName: given.full_name, password, settings };
  await world.write(realm.id, (tx) => updateSettings(tx, world, { realm, person }, changes));
  const isVisible = given.presence_enabled;
  if (isVisible !== undefined && isVisible !== settingsOf(person).presence_enabled)
    await followVisibility(world, call, isVisible);
  return {};
};

const refuseForOthers = ({ email, full_name, old_password, new_password }: Parameters): void => {
  if ([email, full_name, old_password, new_password].some((value) => value !== undefined))
    throw badRequest('Names, addresses and passwords of others are not settings.');
};

/** A new address has to be confirmed by mail, and this server sends none yet. */
const refuseNewAddress = async ({ world, realm, person }: Call, text: string): Promise<void> => {
  const email = text.trim();
  if (email === person.delivery_email) return;
  if (!isEmailAddress(email)) throw badRequest('That is not an e-mail address.');
  if (realmSettingsOf(realm).email_changes_disabled && !isAdministrator(person))
    throw badRequest('Addresses cannot be changed in this organization.');
  const problem = await emailDomainProblem(world.pool, realm, email);
  throw badRequest(problem ?? 'This server cannot send the mail that confirms a new address yet.');
};

export const updateSettingsRoute = route(contract, handle, peopleOnly);
export const updateDisplaySettingsRoute = route(updateDisplaySettings, handle, peopleOnly);
export const updateNotificationSettingsRoute = route(updateNotificationSettings, handle, peopleOnly);
