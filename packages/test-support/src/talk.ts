import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { vi } from 'vitest';
import type { TestUser, TestServer } from './harness.ts';

/** Subscribes users to a channel, which the first of them makes; answers its id. */
export async function channelOf(
  { server, realmId }: TestServer,
  name: string,
  users: readonly TestUser[],
  settings: { invite_only?: boolean; history_public_to_subscribers?: boolean } = {},
): Promise<number> {
  const [first] = users;
  await first?.connection.call(subscribe, {
    subscriptions: [{ name }],
    principals: users.map(({ id }) => id),
    send_new_subscription_messages: false,
    ...settings,
  });
  const row = await server.world.pool.first(
    q.selectFrom('channel').select('id').where('realm_id', '=', realmId).where('name', '=', name),
  );
  if (row === undefined) throw new Error(`There is no channel ${name}.`);
  return row.id;
}

/** Says something in a topic; answers the message's id. */
export async function say(
  { connection }: TestUser,
  channelId: number,
  topic: string,
  content = 'something',
): Promise<number> {
  return (await connection.call(sendMessage, { type: 'channel', to: channelId, topic, content })).id;
}

/** Sends until the server is available again; returns the message's id. */
export function sayPatiently(...message: Parameters<typeof say>): Promise<number> {
  return vi.waitFor(() => say(...message), { timeout: 30_000, interval: 50 });
}

/** Events that a new queue of a user receives during an action. */
export async function heard(
  { connection }: TestUser,
  act: () => Promise<unknown>,
  register: ArgumentsOf<typeof registerQueue>,
): Promise<readonly WireEvent[]> {
  const { queue_id, last_event_id } = await connection.call(registerQueue, register);
  await act();
  return (await connection.call(getEvents, { queue_id, last_event_id, dont_block: true })).events;
}

/** Events that new queues of several users receive during an action. */
export async function heardBy<N extends string>(
  users: Readonly<Record<N, TestUser>>,
  types: readonly string[],
  act: () => Promise<unknown>,
): Promise<Record<N, WireEvent[]>> {
  const listening = await Promise.all(
    (Object.entries(users) as [N, TestUser][]).map(async ([name, { connection }]) => {
      const queue = await connection.call(registerQueue, {
        event_types: [...types],
        client_capabilities: {
          notification_settings_null: true,
          bulk_message_deletion: true,
          empty_topic_name: true,
        },
      });
      return { name, connection, queue };
    }),
  );
  await act();
  const heard = await Promise.all(
    listening.map(async ({ name, connection, queue: { queue_id, last_event_id } }) => {
      const { events } = await connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
      return [name, events] as const;
    }),
  );
  return Object.fromEntries(heard) as Record<N, WireEvent[]>;
}
