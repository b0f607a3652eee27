import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus, updateStatusForUser } from '@parley/contract/endpoints/user-status.ts';
import type { Act } from './acts.ts';

export function statusActs(): Act[] {
  return [
    {
      name: 'somebody says something about oneself',
      run: ({ cast: { hero } }) => hero.connection.call(updateStatus, { status_text: 'at lunch' }),
    },
    {
      name: 'somebody goes away with an emoji',
      run: ({ cast: { hero } }) => hero.connection.call(updateStatus, { emoji_name: 'octopus', away: true }),
    },
    {
      name: 'somebody who is away takes back what was said',
      run: ({ cast: { hero } }) => hero.connection.call(updateStatus, { status_text: '', emoji_name: '' }),
    },
    {
      name: 'somebody comes back by the settings',
      run: ({ cast: { hero } }) => hero.connection.call(updateSettings, { presence_enabled: true }),
    },
    {
      name: 'somebody who never said anything becomes invisible',
      run: ({ cast: { owner } }) => owner.connection.call(updateSettings, { presence_enabled: false }),
    },
    {
      name: 'an administrator says something about others',
      run: async ({ cast: { administrator, member, moderator } }) => {
        for (const { id } of [member, moderator])
          await administrator.connection.call(updateStatusForUser, { user_id: id, status_text: 'on leave' });
      },
    },
    {
      name: 'somebody comes online',
      run: ({ cast: { moderator } }) => moderator.connection.call(updatePresence, { status: 'active' }),
    },
  ];
}

export function hiddenStatusAct(): Act {
  return {
    name: 'somebody who is hidden from guests comes online and says something',
    run: async ({ cast: { administrator } }) => {
      await administrator.connection.call(updatePresence, { status: 'active' });
      await administrator.connection.call(updateStatus, { status_text: 'hidden from guests' });
    },
  };
}
