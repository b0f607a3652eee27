import { getLinkifiers as contract } from '@parley/contract/endpoints/linkifiers.ts';
import { route } from '../../http/route.ts';
import { presentLinkifier } from '../present.ts';
import { listLinkifiers } from '../queries.ts';

export const getLinkifiersRoute = route(contract, async ({ world, realm }) => {
  const rows = await listLinkifiers(world.pool, realm.id);
  return { linkifiers: rows.map(presentLinkifier) };
});
