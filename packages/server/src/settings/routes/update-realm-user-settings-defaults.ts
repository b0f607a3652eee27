import { updateRealmUserSettingsDefaults as contract } from '@parley/contract/endpoints/settings.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { namedSettings } from '../check-settings.ts';
import { updateDefaults } from '../update-defaults.ts';

export const updateRealmUserSettingsDefaultsRoute = route(
  contract,
  async ({ world, realm }, given) => {
    await world.write(realm.id, (tx) => updateDefaults(tx, namedSettings(given)));
    return {};
  },
  administratorsOnly,
);
