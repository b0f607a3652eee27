import { spectatorRegister as contract } from '@parley/contract/endpoints/spectators.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { Encoded, spectatorRoute } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { headOf, registeredVersions } from '../../queues/routes/register-queue.ts';
import { readState } from '../../queues/snapshot.ts';
import type { Wishes } from '../../queues/wishes.ts';
import { spectatorSnapshots } from '../snapshots.ts';

/** The state that visitors see. There is no queue: they register again to see what is new. */
export const spectatorRegisterRoute = spectatorRoute(contract, async (call, parameters) => {
  const { world, realm, person } = call;
  if (parameters.client_gravatar === true)
    throw badRequest('client_gravatar must be false without an account.', { parameters: 'client_gravatar' });
  if (parameters.include_subscribers !== 'false')
    throw badRequest('include_subscribers must be false without an account.', {
      parameters: 'include_subscribers',
    });
  const types = parameters.fetch_event_types ?? parameters.event_types ?? null;
  const state = await world.admit(realm.id, () =>
    readSnapshot(world.pool, async (reader) => {
      const { head: _head, ...versions } = await headOf(reader, realm.id);
      return readState(spectatorSnapshots, {
        reader,
        realm,
        person,
        versions,
        shared: world.shared,
        config: world.config,
        sealer: world.sealer,
        wishes: wishesOf(parameters),
        fetched: types === null ? null : new Set(types),
        includeSubscribers: false,
        now: world.clock.now(),
        presenceDays: undefined,
      });
    }),
  );
  const always = { queue_id: null, last_event_id: -1, ...registeredVersions };
  return new Encoded([...state, JSON.stringify(always).slice(1, -1)]);
});

/** Options of event delivery have no effect: no events are delivered. */
const wishesOf = (parameters: ParametersOf<typeof contract>): Wishes => ({
  eventTypes: null,
  applyMarkdown: parameters.apply_markdown,
  clientGravatar: false,
  slimPresence: parameters.slim_presence,
  allPublicChannels: false,
  narrow: [],
  capabilities: parameters.client_capabilities,
  knowsPronouns: false,
});
