import { addRealmDomain as contract } from '@parley/contract/endpoints/realm-domains.ts';
import { route } from '../../http/route.ts';
import { ownersOnly } from '../../people/gates.ts';
import { addDomain } from '../domains.ts';

export const addRealmDomainRoute = route(
  contract,
  async ({ world, realm }, { domain, allow_subdomains }) => ({
    new_domain: await world.write(realm.id, (tx) => addDomain(tx, domain, allow_subdomains)),
  }),
  ownersOnly,
);
