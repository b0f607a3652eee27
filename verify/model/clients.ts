import { applyEvent } from '@parley/client/apply-event.ts';
import type { Connection } from '@parley/client/connection.ts';
import type { State } from '@parley/client/state.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';

/** A client that applies events. */
export type Client = {
  readonly name: string;
  readonly connection: Connection;
  state: State;
  lastEventId: number;
  /** Number of received events. */
  eventCount: number;
};

const parts = {
  event_types: [
    'message',
    'update_message',
    'delete_message',
    'update_message_flags',
    'subscription',
    'stream',
    'user_topic',
  ],
  fetch_event_types: [
    'message',
    'update_message_flags',
    'starred_messages',
    'recent_private_conversations',
    'subscription',
    'user_topic',
    'realm_user',
  ],
};

/** A client with all capabilities, and a client without any. */
const kinds: readonly (readonly [name: string, parameters: ArgumentsOf<typeof registerQueue>])[] = [
  [
    'client',
    {
      ...parts,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        empty_topic_name: true,
        archived_channels: true,
      },
    },
  ],
  ['plain client', parts],
];

export async function openClient(connection: Connection, index: number): Promise<Client> {
  const [name, parameters] = kinds[index] ?? ['client', parts];
  const state = await connection.call(registerQueue, parameters);
  return { name, connection, state, lastEventId: state.last_event_id, eventCount: 0 };
}

export function openClients(connection: Connection): Promise<Client[]> {
  return Promise.all(kinds.map((_, index) => openClient(connection, index)));
}

/** Applies all events since the last call. */
export async function catchUp(client: Client): Promise<void> {
  const { events } = await client.connection.call(getEvents, {
    queue_id: client.state.queue_id,
    last_event_id: client.lastEventId,
    dont_block: true,
  });
  client.lastEventId = events.at(-1)?.id ?? client.lastEventId;
  client.state = (events as readonly WireEvent[]).reduce(applyEvent, client.state);
  client.eventCount += events.length;
}
