import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { spectatorUser, registeredSpectatorUser, spectatorSystemBot } from '../objects/spectator-user.ts';
import { getStreamTopics } from './channels.ts';
import { getMessages } from './message-search.ts';
import { getMessage } from './messages.ts';
import { registerQueue } from './queues.ts';
import { getUsers } from './users.ts';

/** Prefix of browsers: visitors without an account, and users with the cookie of a session. Keys work below `/api/v1`. */
export const BROWSER_PREFIX = '/json';

const { queue_id: _queue, idle_queue_timeout_secs: _idle, ...registered } = registerQueue.result;

/** Registration without a queue: a spectator fetches the state again to see what is new. */
export const spectatorRegister = {
  ...registerQueue,
  result: {
    ...registered,
    queue_id: z.null(),
    realm_users: z.array(registeredSpectatorUser).optional(),
    realm_non_active_users: z.array(registeredSpectatorUser).optional(),
    cross_realm_bots: z.array(spectatorSystemBot).optional(),
  },
};

export const spectatorGetUsers = { ...getUsers, result: { members: z.array(spectatorUser) } };

/** Every operation that a visitor without an account may call. */
export const spectatorEndpoints: readonly Endpoint[] = [
  spectatorRegister,
  getMessages,
  getMessage,
  getStreamTopics,
  spectatorGetUsers,
];
