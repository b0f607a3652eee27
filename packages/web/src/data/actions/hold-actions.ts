import type { ArgumentsOf } from '@parley/client';
import { createHold, deleteHold, getHolds, type Hold } from '@parley/contract/endpoints/holds.ts';
import type { Chat } from '../chat.ts';

export type { Hold } from '@parley/contract/endpoints/holds.ts';

/** Users and channels on hold, oldest hold first. */
export async function readHolds({ client }: Chat): Promise<readonly Hold[]> {
  return (await client.call(getHolds)).holds;
}

/** Places a hold; rejects with the refusal of the server. */
export async function placeHold({ client }: Chat, hold: ArgumentsOf<typeof createHold>): Promise<void> {
  await client.call(createHold, hold);
}

export async function releaseHold({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteHold, { hold_id: id });
}
