import { getEvents as contract } from '@parley/contract/endpoints/queues.ts';
import { waitingRoute } from '../../http/route.ts';
import { pollResult } from '../../http/response.ts';
import { badRequest } from '../../engine/api-error.ts';
import { pollMembers } from '../../delivery/outgoing-event.ts';

export const getEventsRoute = waitingRoute(contract, async (call, parameters) => {
  const { world, realm, user, credential, gone } = call;
  if (parameters.queue_id === undefined) throw badRequest('Missing parameter queue_id');
  if (parameters.last_event_id === undefined) throw badRequest('Missing parameter last_event_id');
  const events = await world.hub.poll({
    realmId: realm.id,
    userId: user.id,
    queueId: parameters.queue_id,
    lastEventId: parameters.last_event_id,
    dontBlock: parameters.dont_block,
    rewind: parameters.rewind,
    credential,
    gone: gone(),
  });
  world.metrics.delivered(events.length);
  return pollResult(pollMembers(events, parameters.queue_id));
});
