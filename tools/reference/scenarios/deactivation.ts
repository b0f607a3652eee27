import { operations as api } from '@parley/contract/endpoints.ts';
import { PASSWORD, type Recorder } from '../recorder.ts';

/** Deactivates the organization. */
export async function end({ show, refuse, iris, amara }: Recorder): Promise<void> {
  await show(api.deactivateRealm, iris, {}, { waiting: amara });
  await refuse('REALM_DEACTIVATED', api.fetchApiKey, undefined, {
    username: amara.email,
    password: PASSWORD,
  });
}
