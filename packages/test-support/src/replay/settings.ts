import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { userSettings, type UserSetting } from '@parley/contract/objects/user-settings.ts';
import type { Act } from './acts.ts';

/** Settings with acts of their own. */
const apart: ReadonlySet<string> = new Set(['enable_drafts_synchronization', 'email_address_visibility']);

const words: Readonly<Record<string, unknown>> = {
  default_language: 'de',
  do_not_disturb_hours: 'Mo-Fr 22:00-07:00',
  do_not_disturb_until: 1_790_000_000,
  timezone: 'Europe/Berlin',
  emojiset: 'text',
  notification_sound: 'ding',
  resolved_topic_notice_auto_read_policy: 'never',
  web_animate_image_previews: 'never',
  web_home_view: 'recent',
};

/** Every setting with a value that is not the usual one. */
export function otherSettings(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(userSettings as Record<string, UserSetting>)
      .filter(([name]) => !apart.has(name))
      .map(([name, setting]) => [name, words[name] ?? another(setting)]),
  );
}

function another({ schema, default: usual }: UserSetting): unknown {
  if (typeof usual === 'boolean') return !usual;
  const near = [Number(usual) + 1, Number(usual) - 1];
  return near.find((value) => schema.safeParse(value).success);
}

export function settingsActs(): Act[] {
  return [
    {
      name: 'every setting of a user changes',
      run: ({ cast: { hero } }) => hero.connection.call(updateSettings, otherSettings()),
    },
    {
      name: 'an administrator changes settings of others',
      run: ({ cast: { administrator, hero, member } }) =>
        administrator.connection.call(updateSettings, {
          web_font_size_px: 20,
          receives_typing_notifications: true,
          target_users: { user_ids: [hero.id, member.id], skip_if_already_edited: false },
        }),
    },
    {
      name: 'somebody changes their own name',
      run: ({ cast: { member } }) => member.connection.call(updateSettings, { full_name: 'Mia Renamed' }),
    },
    ...[1, 2, 5, 3, 4, 1, 4, 3].map((visibility, index, all): Act => ({
      name: `an address that was for ${all[index - 1] ?? 3} is for ${visibility}`,
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateSettings, { email_address_visibility: visibility as 1 }),
    })),
    {
      name: 'drafts are no longer kept on the server',
      run: async ({ cast: { hero } }) => {
        const draft = { type: '' as const, to: [], topic: '', content: 'soon gone' };
        await hero.connection.call(createDrafts, { drafts: [draft] });
        await hero.connection.call(updateSettings, { enable_drafts_synchronization: false });
      },
    },
    {
      name: 'drafts are kept on the server again',
      run: ({ cast: { hero } }) =>
        hero.connection.call(updateSettings, { enable_drafts_synchronization: true }),
    },
  ];
}
