import { getCustomProfileFields as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { fitFields, knowsPronouns } from '../fit.ts';
import { presentField } from '../present.ts';
import { listFields } from '../queries.ts';

export const getCustomProfileFieldsRoute = route(contract, async ({ world, realm, client }) => {
  const fields = await listFields(world.pool, realm.id);
  return { custom_fields: fitFields(fields.map(presentField), knowsPronouns(client)) };
});
