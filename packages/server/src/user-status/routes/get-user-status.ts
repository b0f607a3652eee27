import { getUserStatus as contract } from '@parley/contract/endpoints/user-status.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { fitReactionType } from '../../emoji/fit.ts';
import { route } from '../../http/route.ts';
import { accessPerson } from '../../people/access.ts';
import { settingsOf } from '../../settings/user-settings.ts';
import { refuseAbsent } from '../access.ts';
import { presentStatus } from '../present.ts';
import { findStatus } from '../queries.ts';

export const getUserStatusRoute = route(contract, async (call, { user_id }) => {
  const { pool } = call.world;
  const person = await accessPerson(pool, call, user_id);
  refuseAbsent(person);
  const row = await findStatus(pool, call.realm.id, person.id);
  const status = row === undefined ? {} : presentStatus(row, settingsOf(person).presence_enabled);
  return { status: fitReactionType(status, isPublicClient(call.client.name)) };
});
