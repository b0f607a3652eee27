import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import type { Cast } from './cast.ts';
import { owner, users } from './users.ts';

const sampleUsers = [owner, ...users];

export async function setStatuses(cast: Cast): Promise<void> {
  for (const { key, status } of sampleUsers)
    if (status !== undefined) await cast.as(key).call(updateStatus, status);
}

/** Reports the presence of users who are there; it expires within minutes unless it is repeated. */
export async function showPresence(cast: Cast): Promise<void> {
  for (const { key, presence } of sampleUsers)
    if (presence !== 'offline')
      await cast.as(key).call(updatePresence, { status: presence, ping_only: true, new_user_input: true });
}
