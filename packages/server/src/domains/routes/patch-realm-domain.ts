import { patchRealmDomain as contract } from '@parley/contract/endpoints/realm-domains.ts';
import { route } from '../../http/route.ts';
import { ownersOnly } from '../../people/gates.ts';
import { changeDomain } from '../domains.ts';

export const patchRealmDomainRoute = route(
  contract,
  async ({ world, realm }, { domain, allow_subdomains }) => {
    await world.write(realm.id, (tx) => changeDomain(tx, domain, allow_subdomains));
    return {};
  },
  ownersOnly,
);
