import { updateScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import type { Chat } from '../chat.ts';

/** Lets the server send a scheduled message at another time; rejects with its refusal. */
export async function reschedule({ client }: Chat, id: number, unixSeconds: number): Promise<void> {
  await client.call(updateScheduledMessage, {
    scheduled_message_id: id,
    scheduled_delivery_timestamp: unixSeconds,
  });
}
