import { markAllAsRead as contract } from '@parley/contract/endpoints/message-flags.ts';
import { route } from '../../http/route.ts';
import { markAllRead } from '../reading/mark-all-read.ts';

export const markAllAsReadRoute = route(contract, async ({ world, realm, person }) => {
  await world.write(realm.id, (tx) => markAllRead(tx, person.id));
  return { complete: true };
});
