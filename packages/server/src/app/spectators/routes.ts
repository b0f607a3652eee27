import type { ParametersOf } from '@parley/contract/endpoint.ts';
import * as channelsEndpoints from '@parley/contract/endpoints/channels.ts';
import * as messageSearchEndpoints from '@parley/contract/endpoints/message-search.ts';
import * as messagesEndpoints from '@parley/contract/endpoints/messages.ts';
import * as spectatorsEndpoints from '@parley/contract/endpoints/spectators.ts';
import type { SpectatorUser } from '@parley/contract/objects/spectator-user.ts';
import { headOf, registeredVersions } from '../registration/register-queue.ts';
import { answerMessage, answerMessages } from '../../chat/messages/routes.ts';
import { needsAccount } from '../../chat/spectators/access.ts';
import { checkSpectatorNarrow } from '../../chat/spectators/check-narrow.ts';
import { presentToSpectator } from '../../chat/spectators/present.ts';
import { spectatorSnapshots } from './snapshots.ts';
import { listTopics } from '../../chat/topics/routes.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { readMergedSnapshot } from '../../engine/db/snapshot.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { shareOf } from '../../http/actor.ts';
import { EncodedResult, spectatorRoute, type SpectatorRoute } from '../../http/route.ts';
import { readState } from '../../http/snapshot.ts';
import { visibleUsersOf } from '../../organization/users/access.ts';
import { usersPages } from '../../organization/users/queries.ts';

export const spectatorRoutes: readonly SpectatorRoute[] = [
  // Spectators get no event queue: they register again to refresh their state.
  spectatorRoute(spectatorsEndpoints.spectatorRegister, async (call, parameters) => {
    const { world, realm, user } = call;
    if (parameters.client_gravatar === true)
      throw badRequest('client_gravatar must be false without an account.', {
        parameters: 'client_gravatar',
      });
    if (parameters.include_subscribers !== 'false')
      throw badRequest('include_subscribers must be false without an account.', {
        parameters: 'include_subscribers',
      });
    const types = parameters.fetch_event_types ?? parameters.event_types ?? null;
    const state = await world.registrations.run(shareOf(call), () =>
      readMergedSnapshot(world.pool, async (readers) => {
        const { head: _head, ...versions } = await headOf(readers.reader, realm.id);
        return readState(spectatorSnapshots, {
          ...readers,
          realm,
          user,
          versions,
          shared: world.shared,
          config: world.config,
          sealer: world.sealer,
          clientOptions: clientOptionsOf(parameters),
          fetched: types === null ? null : new Set(types),
          includeSubscribers: false,
          now: world.clock.now(),
          presenceDays: undefined,
          usersSince: undefined,
          epoch: undefined,
        });
      }),
    );
    const always = { queue_id: null, last_event_id: -1, ...registeredVersions };
    return new EncodedResult([...state, JSON.stringify(always).slice(1, -1)]);
  }),
  spectatorRoute(messageSearchEndpoints.getMessages, async (call, parameters) =>
    answerMessages(call, { ...parameters, narrow: checkSpectatorNarrow(parameters.narrow ?? []) }),
  ),
  // An inaccessible message and a missing one get the same response: an account is needed.
  spectatorRoute(messagesEndpoints.getMessage, async (call, parameters) => {
    try {
      return await answerMessage(call, parameters);
    } catch (error) {
      throw error instanceof ApiError ? needsAccount() : error;
    }
  }),
  spectatorRoute(channelsEndpoints.getStreamTopics, listTopics),
  // Custom profile values are omitted even if the request includes them.
  spectatorRoute(spectatorsEndpoints.spectatorGetUsers, async (call, { user_ids }) => {
    const { world, realm } = call;
    const sees = await visibleUsersOf(world.pool, call, user_ids);
    const members: SpectatorUser[] = [];
    for await (const page of usersPages(world.pool, realm.id, user_ids))
      for (const user of page.filter(sees))
        members.push({ ...presentToSpectator(user, world, realm.subdomain), is_active: user.is_active });
    return { members };
  }),
];

/** Options of event delivery have no effect, since spectators receive no events. */
function clientOptionsOf(
  parameters: ParametersOf<typeof spectatorsEndpoints.spectatorRegister>,
): ClientOptions {
  return {
    eventTypes: null,
    applyMarkdown: parameters.apply_markdown,
    clientGravatar: false,
    slimPresence: parameters.slim_presence,
    allPublicChannels: false,
    narrow: [],
    capabilities: parameters.client_capabilities,
    knowsPronouns: false,
  };
}
