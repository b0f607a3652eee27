import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings as contract,
} from '@parley/contract/endpoints/settings.ts';
import { askForAddress, checkNewAddress } from '../../addresses/ask-for-change.ts';
import { route, type Call } from '../../http/route.ts';
import { administratorsOnly, peopleOnly } from '../../people/gates.ts';
import { followVisibility } from '../../presence/change-visibility.ts';
import { badRequest } from '../../problem.ts';
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
  const email = given.email === undefined ? undefined : await checkNewAddress(call, given.email);
  const { old_password: before = '', new_password: after = '' } = given;
  const password = after === '' ? undefined : await newPassword(call, before, after);
  const changes = { fullName: given.full_name, password, settings };
  await world.write(realm.id, async (tx) => {
    await updateSettings(tx, world, { realm, person }, changes);
    if (email !== undefined) await askForAddress(tx, world, call, email);
  });
  const isVisible = given.presence_enabled;
  if (isVisible !== undefined && isVisible !== settingsOf(person).presence_enabled)
    await followVisibility(world, call, isVisible);
  return {};
};

const refuseForOthers = ({ email, full_name, old_password, new_password }: Parameters): void => {
  if ([email, full_name, old_password, new_password].some((value) => value !== undefined))
    throw badRequest('Names, addresses and passwords of others are not settings.');
};

export const updateSettingsRoute = route(contract, handle, peopleOnly);
export const updateDisplaySettingsRoute = route(updateDisplaySettings, handle, peopleOnly);
export const updateNotificationSettingsRoute = route(updateNotificationSettings, handle, peopleOnly);
