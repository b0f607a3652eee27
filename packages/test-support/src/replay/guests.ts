import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { archiveStream, getStreams, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { getSubscriptions } from '@parley/contract/endpoints/subscriptions.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { TestUser } from '../harness.ts';
import type { Act, Stage } from './acts.ts';
import { joinAct } from './users.ts';
import { hiddenStatusAct } from './status.ts';

async function showUsersTo({ cast: { owner } }: Stage, group: SystemGroup): Promise<void> {
  const { realm_user_groups = [] } = await owner.connection.call(registerQueue, {
    event_types: ['user_group'],
    fetch_event_types: ['realm_user_groups'],
  });
  const id = realm_user_groups.find(({ name }) => name === group)?.id ?? 0;
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: id } });
}

function giveRole(role: Role): Act {
  return {
    name: `somebody gets role ${role} while users are hidden from guests`,
    run: ({ cast: { owner, hero } }) => owner.connection.call(updateUser, { user_id: hero.id, role }),
  };
}

function bring(stage: Stage, ...users: readonly TestUser[]): Promise<unknown> {
  return stage.cast.owner.connection.call(subscribe, {
    subscriptions: [{ name: 'parlour' }],
    principals: users.map(({ id }) => id),
  });
}

function take({ cast: { owner } }: Stage, ...users: readonly TestUser[]): Promise<unknown> {
  return owner.connection.call(unsubscribe, {
    subscriptions: ['parlour'],
    principals: users.map(({ id }) => id),
  });
}

async function parlour({ cast: { owner } }: Stage): Promise<number> {
  const { streams } = await owner.connection.call(getStreams, { include_all: true, exclude_archived: false });
  return streams.find(({ name }) => name === 'parlour')?.stream_id ?? 0;
}

/** A user whom a guest sees in no other place becomes visible and invisible again. */
function newcomerActs(): Act[] {
  const met: TestUser[] = [];
  return [
    {
      name: 'somebody new meets a guest',
      run: async (stage) => {
        const newcomer = await stage.server.user({ fullName: 'Nils New' });
        met.push(newcomer);
        await bring(stage, stage.cast.guest, newcomer);
      },
    },
    {
      name: 'somebody new leaves a guest',
      run: async () => {
        for (const { connection } of met) {
          const { subscriptions } = await connection.call(getSubscriptions);
          await connection.call(unsubscribe, { subscriptions: subscriptions.map(({ name }) => name) });
        }
      },
    },
  ];
}

/** Guests come to know users with whom they share something, and lose sight of them. */
export function acquaintanceActs(): Act[] {
  return [
    {
      name: 'a guest and somebody are brought together',
      run: (stage) => bring(stage, stage.cast.guest, stage.cast.hero),
    },
    {
      name: 'somebody whom a guest knows changes',
      run: async ({ cast: { administrator, hero } }) => {
        await administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Known' });
        await hero.connection.call(updateStatus, { status_text: 'in the parlour' });
      },
    },
    ...([1, 4, 3] as const).map((visibility): Act => ({
      name: `somebody whom a guest knows shows the address to ${visibility}`,
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateSettings, { email_address_visibility: visibility }),
    })),
    {
      name: 'others come to the channel of a guest',
      run: (stage) => bring(stage, stage.cast.moderator, stage.cast.administrator, stage.cast.bot),
    },
    { name: 'somebody leaves the channel of a guest', run: (stage) => take(stage, stage.cast.hero) },
    {
      name: 'somebody changes whom a guest no longer knows',
      run: async ({ cast: { administrator, hero } }) => {
        await administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Gone' });
        await hero.connection.call(updateStatus, { status_text: 'elsewhere' });
      },
    },
    { name: 'somebody with a status comes back to a guest', run: (stage) => bring(stage, stage.cast.hero) },
    {
      name: 'somebody whom a guest knows is deactivated',
      run: async ({ cast: { administrator, moderator }, replay }) => {
        await administrator.connection.call(deactivateUser, { user_id: moderator.id });
        replay.leave(moderator);
      },
    },
    {
      name: 'a guest leaves, with all who are known from there',
      run: (stage) => take(stage, stage.cast.guest),
    },
    {
      name: 'a guest comes back, also to who is deactivated',
      run: (stage) => bring(stage, stage.cast.guest),
    },
    {
      name: 'a channel of a guest is archived',
      run: async (stage) =>
        stage.cast.owner.connection.call(archiveStream, { stream_id: await parlour(stage) }),
    },
    {
      name: 'a channel of a guest comes back',
      run: async (stage) =>
        stage.cast.owner.connection.call(updateStream, {
          stream_id: await parlour(stage),
          is_archived: false,
        }),
      forgets: ({ guest, hero, administrator, member }) => [guest, hero, administrator, member],
    },
    { name: 'a guest leaves for good', run: (stage) => take(stage, stage.cast.guest) },
    {
      name: 'somebody writes to a guest for the first time',
      run: ({ cast: { hero, administrator, guest } }) =>
        hero.connection.call(sendMessage, {
          type: 'direct',
          to: [guest.id, administrator.id],
          content: 'good day',
        }),
    },
    {
      name: 'somebody changes whom a guest knows by a conversation',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Writes' }),
    },
  ];
}

/** Acts while guests see only themselves and the bots. */
export function hiddenUsersActs(): Act[] {
  return [
    {
      name: 'users are hidden from guests',
      run: (stage) => showUsersTo(stage, 'role:members'),
      forgets: ({ guest }) => [guest],
    },
    joinAct('while users are hidden from guests'),
    hiddenStatusAct(),
    {
      name: 'somebody who is hidden from guests is renamed',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Hidden' }),
    },
    giveRole(300),
    { ...giveRole(600), forgets: ({ hero }) => [hero] },
    {
      name: 'a guest is renamed whom other guests do not see',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Guest' }),
    },
    { ...giveRole(400), forgets: ({ hero }) => [hero] },
    {
      name: 'somebody who is hidden from guests is deactivated',
      run: async ({ cast: { administrator, moderator }, replay }) => {
        await administrator.connection.call(deactivateUser, { user_id: moderator.id });
        replay.leave(moderator);
      },
    },
    {
      name: 'somebody who is hidden from guests is reactivated',
      run: ({ cast: { administrator, moderator } }) =>
        administrator.connection.call(reactivateUser, { user_id: moderator.id }),
    },
    ...newcomerActs(),
    {
      name: 'guests see everybody again',
      run: (stage) => showUsersTo(stage, 'role:everyone'),
      forgets: ({ guest }) => [guest],
    },
  ];
}
