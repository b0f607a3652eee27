import { createConferenceCall } from '@parley/contract/endpoints/calls.ts';
import { ApiError } from '@parley/client';
import type { Chat } from '../chat.ts';

/** The address of a new meeting; undefined if the account at the provider must be connected first. */
export async function createMeeting({ client }: Chat): Promise<string | undefined> {
  try {
    return (await client.call(createConferenceCall)).url;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_VIDEO_CALL_PROVIDER_TOKEN') return undefined;
    throw error;
  }
}
