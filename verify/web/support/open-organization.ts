import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import type { Cast } from '../../../tools/demo/cast.ts';

/** Lets everybody join the sample organization without an invitation, with any address. */
export async function openOrganization(cast: Cast): Promise<void> {
  await cast.as('Iris').call(updateRealm, {
    invite_required: false,
    emails_restricted_to_domains: false,
    disallow_disposable_email_addresses: false,
  });
}
