import { PNG } from '../pictures.ts';
import { createZip, type ZipEntry } from '../write-zip.ts';

type Json = Readonly<Record<string, unknown>>;

const T = 1_763_438_400_000;
const LOG = '20251118/teams/noteam/channels/c1/users/b1/f1/log.txt';

function line(type: string, content: Json): Json {
  return { type, [type]: content };
}

function channelOf(name: string, rest: Json = {}): Json {
  return {
    name,
    roles: 'channel_user',
    notify_props: { desktop: 'default', mark_unread: 'all' },
    favorite: false,
    msg_count: 2,
    last_viewed_at: T + 1_000_000,
    ...rest,
  };
}

function user(username: string, channels: readonly Json[], rest: Json = {}): Json {
  return line('user', {
    username,
    email: `${username}@example.com`,
    auth_service: null,
    nickname: '',
    first_name: username,
    last_name: 'L.',
    roles: 'system_user',
    delete_at: 0,
    teams: [{ name: 'acme', roles: 'team_user', channels }],
    ...rest,
  });
}

/** A post of Mattermost, its time counted from that of the first. */
export function post(channel: string, at: number, who: string, message: string, rest: Json = {}): Json {
  return line('post', { team: 'acme', channel, ...reply(at, who, message), replies: null, ...rest });
}

function reply(at: number, who: string, message: string, rest: Json = {}): Json {
  return {
    user: who,
    type: '',
    message,
    props: {},
    create_at: T + at,
    edit_at: 0,
    flagged_by: [],
    reactions: [],
    is_pinned: false,
    ...rest,
  };
}

function direct(people: readonly string[], at: number, who: string, message: string): Json {
  return line('direct_post', { channel_members: people, ...reply(at, who, message), replies: null });
}

/** Lines of an export that has each case once. */
export const MATTERMOST_LINES: readonly Json[] = [
  { type: 'version', version: 1, info: { generator: 'mattermost-server', version: '11.6.0' } },
  line('role', { name: 'team_admin', permissions: ['manage_team'] }),
  line('team', { name: 'acme', display_name: 'Acme', type: 'O', description: '' }),
  line('channel', {
    team: 'acme',
    name: 'town-square',
    display_name: 'Town Square',
    type: 'O',
    purpose: 'all',
  }),
  line('channel', { team: 'acme', name: 'board', display_name: 'Board', type: 'P', header: 'quiet' }),
  line('channel', { team: 'acme', name: 'old', display_name: 'Old', type: 'O', deleted_at: T }),
  user('ada', [channelOf('town-square', { favorite: true }), channelOf('board')], {
    roles: 'system_admin system_user',
    military_time: 'true',
    profile_image: 'users/a1/profile.png',
  }),
  user('bob', [
    channelOf('town-square', { last_viewed_at: T + 500, notify_props: { mark_unread: 'mention' } }),
  ]),
  user('gus', [channelOf('town-square', { last_viewed_at: 0 })], { roles: 'system_guest' }),
  user('left', [], { delete_at: T, teams: null }),
  line('bot', { username: 'ci', owner: 'ada', display_name: 'CI', delete_at: 0 }),
  post('town-square', 0, 'ada', 'release 3 is out @bob. :party: :smile: ~board', {
    edit_at: T + 10_000,
    flagged_by: ['bob'],
    is_pinned: true,
    reactions: [{ user: 'bob', create_at: T + 20, emoji_name: '+1' }],
    replies: [
      reply(2_000, 'ci', 'build 7 ok `@ada`', { props: { from_bot: 'true' } }),
      reply(1_000, 'bob', 'log', {
        reactions: [{ user: 'ada', create_at: T, emoji_name: 'party' }],
        attachments: [{ path: LOG }, { path: 'gone/file.txt' }],
      }),
    ],
  }),
  post('town-square', -100, 'bob', 'bob joined the channel.', { type: 'system_join_channel' }),
  post('town-square', 3_000, 'ada', '', {
    props: {
      from_webhook: 'true',
      override_username: 'Builds',
      attachments: [{ title: 'Build 7', title_link: 'https://ci.example.com/7', text: '**ok**' }],
    },
  }),
  post('town-square', 4_000, 'ada', 'the same moment'),
  post('town-square', 4_000, 'ada', 'the same moment, again'),
  post('town-square', 4_000, 'ada', 'the same moment'),
  post('board', 5_000, 'ada', 'in private'),
  post('town-square', 6_000, 'ghost', 'from nobody who is listed'),
  line('emoji', { name: 'party', image: 'emoji/e1/image' }),
  line('direct_channel', {
    participants: [{ username: 'ada' }, { username: 'bob', last_viewed_at: T + 1_000_000 }],
    favorited_by: [],
    header: '',
  }),
  direct(['ada', 'bob'], 7_000, 'bob', 'thanks'),
  direct(['ada', 'bob', 'gus'], 8_000, 'gus', 'three of us'),
  direct([], 9_000, 'ada', 'to whom?'),
];

/** Writes a bulk export of Mattermost with its files. Texts among the lines are written as they are. */
export async function writeMattermost(
  file: string,
  lines: readonly (Json | string)[] = MATTERMOST_LINES,
  entries: readonly ZipEntry[] = [],
): Promise<string> {
  const zip = createZip(file);
  const texts = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  await zip.add({ name: 'import.jsonl', content: `${texts.join('\n')}\n` });
  await zip.add({ name: `data/${LOG}`, content: 'a log' });
  await zip.add({ name: 'data/emoji/e1/image', content: PNG });
  await zip.add({ name: 'data/users/a1/profile.png', content: PNG });
  for (const entry of entries) await zip.add(entry);
  await zip.close();
  return file;
}
