import { getRealmDomains as contract } from '@parley/contract/endpoints/realm-domains.ts';
import { route } from '../../http/route.ts';
import { listDomains } from '../queries.ts';

export const getRealmDomainsRoute = route(contract, async ({ world, realm }) => ({
  domains: await listDomains(world.pool, realm.id),
}));
