import * as endpoints from '@parley/contract/endpoints/calls.ts';
import { accessProvider, dropToken, readyToken } from './ready-token.ts';
import { errorText } from '../../engine/error-text.ts';
import { badRequest } from '../../engine/api-error.ts';
import { route, type Route } from '../../http/route.ts';

export const callRoutes: readonly Route[] = [
  route(endpoints.createConferenceCall, async ({ world, user }) => {
    const provider = accessProvider(world);
    const token = await readyToken(world, provider, user);
    const meeting = await provider.createMeeting(token.access);
    switch (meeting.kind) {
      case 'given':
        return { url: meeting.value };
      case 'refused':
        throw await dropToken(world, token.row);
      case 'failed':
        world.warn(errorText(meeting.error), 'video calls', 'the video provider did not create a meeting');
        throw badRequest('The video provider could not create the call.');
    }
  }),
];
