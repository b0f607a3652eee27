import { endpoint } from '../endpoint.ts';
import { string } from '../primitives.ts';

export const createConferenceCall = endpoint({
  id: 'create-conference-call',
  method: 'POST',
  path: '/calls/conference/create',
  aliases: ['/calls/webex/create'],
  tag: 'calls',
  since: 493,
  summary: 'Create a video call',
  doc: 'Asks the video provider of the server for a meeting in the name of the caller, who must have connected an account there. A token that the provider refuses is forgotten. Apps of the public API call it at `/calls/webex/create`.',
  result: { url: string.describe('Where the meeting takes place.') },
  errors: ['INVALID_VIDEO_CALL_PROVIDER_TOKEN'],
});
