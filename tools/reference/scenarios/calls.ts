import { operations as api } from '@parley/contract/endpoints.ts';
import { raw } from '@parley/test-support/raw.ts';
import type { VideoProvider } from '@parley/test-support/video-provider.ts';
import type { Recorder } from '../recorder.ts';

/** Connects an account at the video provider, as a browser would, and starts a call. */
export async function calls(
  { server, show, refuse, amara }: Recorder,
  provider: VideoProvider,
): Promise<void> {
  await refuse('INVALID_VIDEO_CALL_PROVIDER_TOKEN', api.createConferenceCall, amara, {});
  const as = { email: amara.email, apiKey: amara.key };
  const host = 'chat.example.org';
  const begun = await raw(server, '/calls/conference/register', { as, host });
  const { search } = await provider.consent(String(begun.headers['location']));
  await raw(server, `/calls/conference/complete${search}`, { as, host });
  await show(api.createConferenceCall, amara, {});
}
