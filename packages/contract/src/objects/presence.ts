import * as z from 'zod';
import { boolean, string, unixSeconds } from '../primitives.ts';

export const presenceStatus = z.enum(['idle', 'active']);

export const presence = z
  .strictObject({
    active_timestamp: unixSeconds.optional().describe('Last report that the user was at the device.'),
    idle_timestamp: unixSeconds.optional().describe('Last time a client of the user was connected.'),
  })
  .meta({ id: 'Presence', description: 'Times at which a user was last active.' });
export type Presence = z.infer<typeof presence>;

export const userPresence = z
  .strictObject({
    ...presence.shape,
    website: z.strictObject({ status: presenceStatus, timestamp: unixSeconds }),
    aggregated: z
      .strictObject({ status: z.enum(['idle', 'active', 'offline']), timestamp: unixSeconds })
      .describe('Like `website`, but `offline` once the time is older than the offline threshold.'),
  })
  .meta({
    id: 'UserPresence',
    description: 'The presence of one user, in the modern and in the older form.',
  });
export type UserPresence = z.infer<typeof userPresence>;

export const clientPresence = z
  .strictObject({
    client: string,
    status: presenceStatus,
    timestamp: unixSeconds,
    pushable: boolean.optional().describe('Absent under `aggregated`.'),
  })
  .meta({ id: 'ClientPresence', description: 'Presence of a user by one client, in the older form.' });

/** The older form: by client, always `aggregated` and `website`. */
export const legacyPresence = z.record(string, clientPresence);
export type LegacyPresence = z.infer<typeof legacyPresence>;

/** By the id of the user in the modern form, by the address for the API in the older one. */
export const presences = z.union([z.record(string, presence), z.record(string, legacyPresence)]);
