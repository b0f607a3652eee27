import { createConnection } from '@parley/client/connection.ts';
import { createBot, deleteBot, updateBot } from '@parley/contract/endpoints/bots.ts';
import {
  createCustomProfileField,
  deleteCustomProfileField,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from '@parley/contract/endpoints/profile-fields.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { createUser, deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { profileFieldTypes as types } from '@parley/contract/objects/custom-profile-field.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { checkWire } from '../check-wire.ts';
import type { Act, Stage } from './acts.ts';

let joined = 0;

/** Only the operator gives these rights. */
function empower({ server, cast: { owner } }: Stage): Promise<unknown> {
  return server.server.world.pool.all(
    sql`update realm_user set can_create_users = true, can_change_user_emails = true where id = ${owner.id}`,
  );
}

export function joinAct(when = ''): Act {
  return {
    name: `a user whose account is created logs in ${when}`.trim(),
    run: async (stage) => {
      await empower(stage);
      joined += 1;
      const email = `newcomer${joined}@example.com`;
      const password = 'a long and winding password 4711';
      const { user_id } = await stage.cast.owner.connection.call(createUser, {
        email,
        full_name: `Nina Newcomer ${joined}`,
        password,
      });
      stage.address(user_id, email);
      const visitor = createConnection({ url: stage.server.url, onAnswer: checkWire });
      await visitor.call(fetchApiKey, { username: email, password });
    },
  };
}

export function addressActs(): Act[] {
  return [1, 2, 3, 4].map((emailVisibility) => ({
    name: `the address of somebody with visibility ${emailVisibility} changes`,
    run: async (stage) => {
      await empower(stage);
      const { id } = await stage.server.user({ fullName: `Vera ${emailVisibility}`, emailVisibility });
      const new_email = stage.address(id, `vera${emailVisibility}@example.net`);
      await stage.cast.owner.connection.call(updateUser, { user_id: id, new_email });
    },
  }));
}

export function nameActs(): Act[] {
  return [
    {
      name: 'an administrator renames somebody',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Renamed' }),
    },
  ];
}

const choices = { a: { text: 'Apples', order: '1' }, p: { text: 'Pears', order: '2' } };

export function profileActs(): Act[] {
  const ids = { text: 0, choice: 0, users: 0, pronouns: 0 };
  return [
    {
      name: 'fields are added to the profiles',
      run: async ({ cast: { administrator } }) => {
        const add = async (field_type: number, name: string, field_data?: typeof choices) =>
          (
            await administrator.connection.call(createCustomProfileField, {
              field_type,
              name,
              display_in_profile_summary: field_type === types.SHORT_TEXT.id,
              ...(field_data === undefined ? {} : { field_data }),
            })
          ).id;
        ids.text = await add(types.SHORT_TEXT.id, 'Motto');
        ids.choice = await add(types.DROPDOWN.id, 'Fruit', choices);
        ids.users = await add(types.USER.id, 'Mentor');
        ids.pronouns = await add(types.PRONOUNS.id, 'Pronouns');
      },
    },
    {
      name: 'users fill in their profiles',
      run: async ({ cast: { hero, member, guest } }) => {
        const data = [
          { id: ids.text, value: 'Onward, **always**' },
          { id: ids.choice, value: 'p' },
          { id: ids.users, value: [member.id] },
          { id: ids.pronouns, value: 'they' },
        ];
        await hero.connection.call(updateProfileData, { data });
        await guest.connection.call(updateProfileData, { data: [{ id: ids.choice, value: 'a' }] });
      },
    },
    {
      name: 'an administrator changes and clears parts of a profile',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateUser, {
          user_id: hero.id,
          profile_data: [
            { id: ids.text, value: 'Never look back' },
            { id: ids.users, value: null },
          ],
        }),
    },
    {
      name: 'somebody clears a part of the own profile',
      run: ({ cast: { hero } }) => hero.connection.call(removeProfileData, { data: [ids.pronouns] }),
    },
    {
      name: 'fields are put into another order',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(reorderCustomProfileFields, {
          order: [ids.users, ids.choice, ids.pronouns, ids.text],
        }),
    },
    {
      name: 'a choice that somebody had taken is taken away',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(updateCustomProfileField, {
          field_id: ids.choice,
          field_data: { a: choices.a, q: { text: 'Quinces', order: '2' } },
        }),
    },
    {
      name: 'a field is described anew',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(updateCustomProfileField, {
          field_id: ids.text,
          name: 'Watchword',
          hint: 'Short, please',
          required: true,
          editable_by_user: false,
          display_in_profile_summary: false,
          use_for_user_matching: true,
        }),
    },
    {
      name: 'a field with values is deleted',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(deleteCustomProfileField, { field_id: ids.text }),
    },
  ];
}

export function botActs(): Act[] {
  let bot = 0;
  return [
    {
      name: 'somebody creates a bot',
      run: async ({ cast: { hero } }) => {
        const made = await hero.connection.call(createBot, { short_name: 'helper', full_name: 'Helper' });
        bot = made.user_id;
      },
    },
    {
      name: 'a bot with a service is created',
      run: ({ cast: { moderator } }) =>
        moderator.connection.call(createBot, {
          short_name: 'caller',
          full_name: 'Caller',
          bot_type: 3,
          payload_url: 'https://example.com/hook',
        }),
    },
    {
      name: 'a bot is renamed and listens to everything public',
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateBot, {
          bot_id: bot,
          full_name: 'Better Helper',
          default_all_public_streams: true,
        }),
    },
    {
      name: 'a bot gets another owner',
      run: ({ cast: { hero, member } }) =>
        hero.connection.call(updateBot, { bot_id: bot, bot_owner_id: member.id }),
    },
    {
      name: 'a bot goes to an administrator',
      run: ({ cast: { administrator, member } }) =>
        member.connection.call(updateBot, { bot_id: bot, bot_owner_id: administrator.id }),
    },
    {
      name: 'a bot comes back from an administrator',
      run: ({ cast: { administrator, hero } }) =>
        administrator.connection.call(updateBot, { bot_id: bot, bot_owner_id: hero.id }),
    },
    {
      name: 'a bot gets another role',
      run: ({ cast: { owner } }) => owner.connection.call(updateBot, { bot_id: bot, role: 300 }),
    },
    {
      name: 'a bot is deactivated',
      run: ({ cast: { hero } }) => hero.connection.call(deleteBot, { bot_id: bot }),
    },
    {
      name: 'a bot is reactivated',
      run: ({ cast: { administrator } }) => administrator.connection.call(reactivateUser, { user_id: bot }),
    },
  ];
}

export function roleActs(): Act[] {
  return ([300, 200, 100, 400, 600, 300, 400] as const).map((role, index, all) => ({
    name: `somebody with role ${all[index - 1] ?? 400} gets role ${role}`,
    run: ({ cast: { owner, hero } }) => owner.connection.call(updateUser, { user_id: hero.id, role }),
  }));
}

export function activityActs(): Act[] {
  return [
    {
      name: 'somebody with a bot is deactivated',
      run: async ({ cast: { administrator, member, bot }, replay }) => {
        await administrator.connection.call(deactivateUser, { user_id: member.id });
        replay.leave(member);
        replay.leave(bot);
      },
    },
    {
      name: 'a bot is reactivated whose owner is away, and goes to who does it',
      run: ({ cast: { administrator, bot } }) =>
        administrator.connection.call(reactivateUser, { user_id: bot.id }),
    },
    {
      name: 'somebody is reactivated',
      run: ({ cast: { administrator, member } }) =>
        administrator.connection.call(reactivateUser, { user_id: member.id }),
    },
  ];
}
