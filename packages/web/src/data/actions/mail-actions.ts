import { endStreamEmailAddresses, getStreamEmailAddress } from '@parley/contract/endpoints/streams.ts';
import type { Chat } from '../chat.ts';

/** The address to which mail can be sent that becomes messages; empty where the server receives no mail. */
export async function readMailAddress({ client }: Chat, channelId: number): Promise<string> {
  const { email } = await client.call(getStreamEmailAddress, { stream_id: channelId });
  return email;
}

/** Ends all addresses of a channel for mail; the next one that is read is new. */
export async function endMailAddresses({ client }: Chat, channelId: number): Promise<void> {
  await client.call(endStreamEmailAddresses, { stream_id: channelId });
}
