import {
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
} from '@parley/contract/endpoints/channel-folders.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import {
  addDefaultStream,
  archiveStream,
  getStreams,
  removeDefaultStream,
  updateStream,
} from '@parley/contract/endpoints/streams.ts';
import { unsubscribe, updateSubscriptions } from '@parley/contract/endpoints/subscribing.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Act, Stage } from './acts.ts';

function one(name: string) {
  return [{ name }];
}

export function subscriptionActs(): Act[] {
  return [
    {
      name: 'members may create channels and subscribe others',
      run: async (stage) => {
        const change = { new: await groupOf(stage, 'role:members') };
        await stage.cast.owner.connection.call(updateRealm, {
          can_create_public_channel_group: change,
          can_create_private_channel_group: change,
          can_add_subscribers_group: change,
        });
      },
    },
    {
      name: 'a public channel is created',
      run: ({ cast: { member } }) => member.connection.call(subscribe, { subscriptions: one('plaza') }),
    },
    {
      name: 'a private channel is created',
      run: ({ cast: { member } }) =>
        member.connection.call(subscribe, {
          subscriptions: [{ name: 'cellar', description: 'Down *here*', color: '#abc' }],
          invite_only: true,
        }),
    },
    {
      name: 'a default channel is created',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(subscribe, { subscriptions: one('lobby'), is_default_stream: true }),
    },
    {
      name: 'users are subscribed by others',
      run: ({ cast: { member, guest, hero, bot } }) =>
        member.connection.call(subscribe, {
          subscriptions: [...one('plaza'), ...one('cellar'), ...one('annex')],
          principals: [guest.id, hero.id, bot.id, member.id],
        }),
    },
    {
      name: 'somebody new is subscribed to the default channels',
      run: ({ server }) => server.user({ fullName: 'Nora New' }),
    },
    {
      name: 'somebody leaves and comes back',
      run: async ({ cast: { hero } }) => {
        await hero.connection.call(unsubscribe, { subscriptions: ['plaza'] });
        await hero.connection.call(subscribe, { subscriptions: one('PLAZA') });
      },
    },
    {
      name: 'several users are unsubscribed at once',
      run: ({ cast: { administrator, guest, hero, member } }) =>
        administrator.connection.call(unsubscribe, {
          subscriptions: ['plaza', 'cellar'],
          principals: [guest.id, hero.id, member.id],
        }),
    },
    {
      name: 'somebody changes the channels they are in',
      run: ({ cast: { member } }) =>
        member.connection.call(updateSubscriptions, { add: one('attic'), delete: ['annex'] }),
    },
  ];
}

async function idOf({ cast: { owner } }: Stage, name: string): Promise<number> {
  const { streams } = await owner.connection.call(getStreams, { include_all: true, exclude_archived: false });
  return streams.find((channel) => channel.name === name)?.stream_id ?? 0;
}

async function groupOf({ cast: { owner } }: Stage, group: SystemGroup): Promise<number> {
  const { realm_user_groups = [] } = await owner.connection.call(registerQueue, {
    event_types: ['user_group'],
    fetch_event_types: ['realm_user_groups'],
  });
  return realm_user_groups.find(({ name }) => name === group)?.id ?? 0;
}

type Change = Omit<ArgumentsOf<typeof updateStream>, 'stream_id'>;

function change(name: string, wanted: Change | ((stage: Stage) => Promise<Change>)) {
  return async (stage: Stage): Promise<unknown> =>
    stage.cast.owner.connection.call(updateStream, {
      stream_id: await idOf(stage, name),
      ...(typeof wanted === 'function' ? await wanted(stage) : wanted),
    });
}

function giveTo(permission: 'can_subscribe_group' | 'can_send_message_group', group: SystemGroup) {
  return change('plaza', async (stage) => ({ [permission]: { new: await groupOf(stage, group) } }));
}

export function channelActs(): Act[] {
  return [
    {
      name: 'users are in a channel that will change',
      run: ({ cast: { owner, guest, hero } }) =>
        owner.connection.call(subscribe, {
          subscriptions: one('plaza'),
          principals: [owner.id, guest.id, hero.id],
        }),
    },
    {
      name: 'a channel is described, renamed and kept for long',
      run: change('attic', {
        description: 'Dust\n*everywhere*',
        new_name: 'loft',
        message_retention_days: 30,
        topics_policy: 'disable_empty_topic',
      }),
    },
    {
      name: 'a channel becomes private',
      run: change('plaza', { is_private: true }),
    },
    { name: 'a private channel opens to moderators', run: giveTo('can_subscribe_group', 'role:moderators') },
    {
      name: 'a private channel shows itself to one more',
      run: change('plaza', async ({ cast: { bot } }) => ({
        can_administer_channel_group: { new: { direct_members: [bot.id], direct_subgroups: [] } },
      })),
    },
    {
      name: 'a private channel is shown to fewer',
      run: change('plaza', async ({ cast: { hero } }) => ({
        can_administer_channel_group: { new: { direct_members: [hero.id], direct_subgroups: [] } },
      })),
    },
    { name: 'a private channel closes again', run: giveTo('can_subscribe_group', 'role:nobody') },
    {
      name: 'a channel shows its history',
      run: change('plaza', { history_public_to_subscribers: true }),
    },
    {
      name: 'a channel becomes public, also for somebody who was in it before',
      forgets: ({ member }) => [member],
      run: change('plaza', { is_private: false }),
    },
    { name: 'few may post', run: giveTo('can_send_message_group', 'role:administrators') },
    {
      name: 'a channel becomes one of the first of new users, and is no longer',
      run: async (stage) => {
        const { connection } = stage.cast.administrator;
        const stream_id = await idOf(stage, 'plaza');
        await connection.call(addDefaultStream, { stream_id });
        await connection.call(removeDefaultStream, { stream_id });
        await connection.call(addDefaultStream, { stream_id });
      },
    },
    {
      name: 'new subscribers of a channel get push notifications',
      run: async (stage) => {
        const { owner, hero, guest } = stage.cast;
        await change('plaza', { default_push_notifications: true })(stage);
        await owner.connection.call(subscribe, {
          subscriptions: one('loud'),
          principals: [owner.id],
          default_push_notifications: true,
        });
        await owner.connection.call(subscribe, {
          subscriptions: one('loud'),
          principals: [hero.id, guest.id],
        });
        await change('plaza', { default_push_notifications: false })(stage);
      },
    },
    {
      name: 'a channel is archived',
      run: async (stage) =>
        stage.cast.owner.connection.call(archiveStream, { stream_id: await idOf(stage, 'plaza') }),
    },
    {
      name: 'somebody subscribes to an archived channel',
      run: ({ cast: { moderator, administrator } }) =>
        moderator.connection.call(subscribe, {
          subscriptions: one('plaza'),
          principals: [moderator.id, administrator.id],
        }),
    },
    {
      name: 'an archived channel is back',
      // The owner has looked up things without saying what their client can do.
      forgets: ({ owner, administrator, member, guest, hero }) => [owner, administrator, member, guest, hero],
      run: change('plaza', { is_archived: false }),
    },
  ];
}

async function foldersOf({ cast: { owner } }: Stage): Promise<number[]> {
  const { channel_folders } = await owner.connection.call(getChannelFolders, { include_archived: true });
  return channel_folders.map(({ id }) => id);
}

export function folderActs(): Act[] {
  return [
    {
      name: 'folders are made and one gets a channel',
      run: async (stage) => {
        const { connection } = stage.cast.administrator;
        for (const name of ['Work', 'Play', 'Rest'])
          await connection.call(createChannelFolder, { name, description: `*${name}*` });
        const [folder_id = 0] = await foldersOf(stage);
        await change('plaza', { folder_id })(stage);
      },
    },
    {
      name: 'folders change and get another order',
      run: async (stage) => {
        const { connection } = stage.cast.administrator;
        const ids = await foldersOf(stage);
        const [first = 0, second = 0] = ids;
        await connection.call(updateChannelFolder, { channel_folder_id: first, name: 'Labour' });
        await connection.call(updateChannelFolder, { channel_folder_id: second, is_archived: true });
        await connection.call(patchChannelFolders, { order: ids.toReversed() });
      },
    },
  ];
}

/** As administrator one sees a private channel that one has left: that is among those left, with one's choices. */
export function channelRoleActs(): Act[] {
  return ([600, 400, 200, 300, 100, 400] as const).map((role, index, all) => ({
    name: `somebody who had role ${all[index - 1] ?? 400} sees the channels of role ${role}`,
    run: ({ cast: { owner, hero } }) => owner.connection.call(updateUser, { user_id: hero.id, role }),
    forgets: ({ hero }) => (role <= 200 ? [hero] : []),
  }));
}
