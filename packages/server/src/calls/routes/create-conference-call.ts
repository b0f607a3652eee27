import { createConferenceCall as contract } from '@parley/contract/endpoints/calls.ts';
import { route } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { accessProvider } from '../access.ts';
import { dropToken, readyToken } from '../ready-token.ts';

export const createConferenceCallRoute = route(contract, async ({ world, person }) => {
  const provider = accessProvider(world);
  const token = await readyToken(world, provider, person);
  const meeting = await provider.createMeeting(token.access);
  switch (meeting.kind) {
    case 'given':
      return { url: meeting.value };
    case 'refused':
      throw await dropToken(world, token.row);
    case 'failed':
      world.log.warn({ err: meeting.error }, 'the video provider gave no meeting');
      throw badRequest('The video provider could not create the call.');
  }
});
