import { operations as api } from '@parley/contract/endpoints.ts';
import { PASSWORD, type Stage } from '../stage.ts';

/** The last thing that an organization does. */
export async function end({ show, refuse, iris, amara }: Stage): Promise<void> {
  await show(api.deactivateRealm, iris, {}, { waiting: amara });
  await refuse('REALM_DEACTIVATED', api.fetchApiKey, undefined, {
    username: amara.email,
    password: PASSWORD,
  });
}
