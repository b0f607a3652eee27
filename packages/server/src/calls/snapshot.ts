import type { ReadState } from '../queues/snapshot.ts';
import { findToken } from './tokens.ts';

/** The names of other providers are there for clients that look for them; this server has one of its own. */
export const videoCallsState: ReadState<'video_calls'> = async ({ reader, person }) => ({
  has_conference_token: (await findToken(reader, person)) !== undefined,
  has_webex_token: false,
  has_zoom_token: false,
});
