import * as endpoints from '@parley/contract/endpoints/realm-domains.ts';
import { route, type Route } from '../../http/route.ts';
import { addDomain, changeDomain, removeDomain } from './domains.ts';
import { listDomains } from './rows.ts';
import { ownersOnly } from '../users/gates.ts';

export const domainRoutes: readonly Route[] = [
  route(endpoints.getRealmDomains, async ({ world, realm }) => ({
    domains: await listDomains(world.pool, realm.id),
  })),
  route(
    endpoints.addRealmDomain,
    async ({ world, realm }, { domain, allow_subdomains }) => {
      const id = await world.write(realm.id, (tx) => addDomain(tx, domain, allow_subdomains));
      const new_domain: [id: number, domain: string] = [id, domain];
      return { new_domain };
    },
    ownersOnly,
  ),
  route(
    endpoints.patchRealmDomain,
    async ({ world, realm }, { domain, allow_subdomains }) => {
      await world.write(realm.id, (tx) => changeDomain(tx, domain, allow_subdomains));
      return {};
    },
    ownersOnly,
  ),
  route(
    endpoints.deleteRealmDomain,
    async ({ world, realm }, { domain }) => {
      await world.write(realm.id, (tx) => removeDomain(tx, domain));
      return {};
    },
    ownersOnly,
  ),
];
