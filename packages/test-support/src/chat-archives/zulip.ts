import { PNG } from '../pictures.ts';
import { createTarball, type TarEntry } from '../write-tar.ts';

type Json = Readonly<Record<string, unknown>>;

const T = 1_763_438_400;
/** The path of a file that a message links to. */
const LOG = '2/a3/AbCdEfGhIjKlMnOpQrStUvWx/log-ä.txt';
const DIRECT_TOPIC = '\u0007';

function user(id: number, name: string, role: number, rest: Json = {}): Json {
  return {
    id,
    delivery_email: `${name.toLowerCase()}@example.com`,
    email: `user${id}@zulip.example.com`,
    realm: 2,
    full_name: name,
    role,
    is_active: true,
    is_deleted: false,
    is_bot: false,
    bot_type: null,
    is_mirror_dummy: false,
    date_joined: T - 1_000_000,
    timezone: '',
    avatar_source: 'J',
    long_term_idle: false,
    twenty_four_hour_time: true,
    web_font_size_px: 'large',
    ...rest,
  };
}

export function subscribed(id: number, person: number, recipient: number, rest: Json = {}): Json {
  return {
    id,
    user_profile: person,
    recipient,
    active: true,
    is_muted: false,
    color: '#76ce90',
    pin_to_top: false,
    ...rest,
  };
}

function channel(id: number, name: string, recipient: number, rest: Json = {}): Json {
  return {
    id,
    name,
    realm: 2,
    description: '',
    date_created: T - 900_000,
    creator: 10,
    deactivated: false,
    invite_only: false,
    history_public_to_subscribers: true,
    is_web_public: false,
    folder: null,
    recipient,
    can_send_message_group: 105,
    ...rest,
  };
}

/** A message of Zulip: its time is counted from that of the first. */
export function posted(
  id: number,
  at: number,
  sender: number,
  recipient: number,
  topic: string,
  content: string,
  rest: Json = {},
): Json {
  return {
    id,
    sender,
    recipient,
    realm: 2,
    type: 1,
    subject: topic,
    content,
    rendered_content: '<p><script>alert(1)</script></p>',
    date_sent: T + at,
    sending_client: 1,
    last_edit_time: null,
    edit_history: null,
    ...rest,
  };
}

function mark(id: number, person: number, message: number, flags_mask: number): Json {
  return { id, user_profile: person, message, flags_mask };
}

const GROUP = { is_system_group: true, deactivated: false, description: '' };

const REALM: Json = {
  zerver_realm: [
    { id: 2, name: 'Acme', string_id: 'acme', uuid: '7f', uuid_owner_secret: 'SECRET', date_created: T },
  ],
  zerver_userprofile: [
    user(10, 'Ada', 100, { avatar_source: 'U', timezone: 'Europe/Vienna' }),
    user(11, 'Bob', 200),
    user(12, 'CI', 400, { is_bot: true, bot_type: 1 }),
    user(13, 'Gus', 600),
    user(14, 'Left', 400, { is_active: false }),
    user(15, 'Gone', 400, { is_active: false, is_deleted: true, delivery_email: '' }),
  ],
  zerver_userprofile_mirrordummy: [user(16, 'Quiet', 400, { is_active: false, is_mirror_dummy: true })],
  zerver_userprofile_crossrealm: [{ email: 'notification-bot@zulip.com', id: 3, recipient_id: null }],
  zerver_namedusergroup: [
    { id: 105, name: 'role:everyone', ...GROUP },
    { id: 106, name: 'role:moderators', ...GROUP },
    { id: 140, name: 'release', ...GROUP, is_system_group: false, description: 'they ship' },
    { id: 141, name: 'inner', ...GROUP, is_system_group: false },
  ],
  zerver_usergroupmembership: [
    { id: 1, user_group: 140, user_profile: 11 },
    { id: 2, user_group: 141, user_profile: 10 },
  ],
  zerver_groupgroupmembership: [{ id: 1, supergroup: 140, subgroup: 141 }],
  zerver_stream: [
    channel(5, 'general', 21, { description: 'all of *us*', folder: 1 }),
    channel(6, 'board', 22, { invite_only: true, history_public_to_subscribers: false }),
    channel(7, 'news', 23, { can_send_message_group: 106 }),
    channel(8, 'past', 24, { deactivated: true }),
  ],
  zerver_channelfolder: [{ id: 1, name: 'Work', description: '', order: 0 }],
  zerver_defaultstream: [{ id: 1, realm: 2, stream: 5 }],
  zerver_recipient: [
    { id: 21, type: 2, type_id: 5 },
    { id: 22, type: 2, type_id: 6 },
    { id: 23, type: 2, type_id: 7 },
    { id: 24, type: 2, type_id: 8 },
    { id: 30, type: 3, type_id: 7 },
    { id: 31, type: 1, type_id: 10 },
    { id: 32, type: 3, type_id: 9 },
  ],
  zerver_subscription: [
    subscribed(1, 10, 21, { pin_to_top: true }),
    subscribed(2, 11, 21, { is_muted: true, color: '#fae589' }),
    subscribed(3, 13, 21),
    subscribed(4, 14, 21, { active: false }),
    subscribed(5, 10, 22),
    subscribed(6, 11, 22),
    subscribed(7, 10, 30),
    subscribed(8, 11, 30),
    subscribed(9, 10, 32),
    subscribed(10, 11, 32),
    subscribed(11, 13, 32),
  ],
  zerver_realmemoji: [
    { id: 9, author: 10, name: 'party', file_name: '9.png', is_animated: false, deactivated: false },
  ],
  zerver_realmfilter: [{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example.com/{id}' }],
  zerver_usertopic: [
    { id: 1, user_profile: 11, stream: 5, recipient: 21, topic_name: 'release 3', visibility_policy: 3 },
  ],
  zerver_reaction: [
    reaction(1, 11, 5001, 'thumbs_up', '1f44d', 'unicode_emoji'),
    reaction(2, 10, 5005, 'party', '9', 'realm_emoji'),
    reaction(3, 11, 5001, 'thumbs_up', '1f44d', 'unicode_emoji'),
    reaction(4, 11, 5001, 'zulip', 'zulip', 'zulip_extra_emoji'),
  ],
  import_source: 'zulip',
};

function reaction(
  id: number,
  user_profile: number,
  message: number,
  emoji_name: string,
  emoji_code: string,
  reaction_type: string,
): Json {
  return { id, user_profile, message, emoji_name, emoji_code, reaction_type };
}

const EDITS = JSON.stringify([
  { user_id: 10, timestamp: T + 30, topic: 'release 3', prev_topic: 'release' },
  { user_id: 10, timestamp: T + 20, prev_content: 'see', prev_rendered_content: '<p>see</p>' },
]);

/** An organization that has each case once. */
export const ZULIP_FILES: Readonly<Record<string, unknown>> = {
  'realm.json': REALM,
  'messages-000001.json': {
    zerver_message: [
      posted(5001, 0, 10, 21, 'release 3', `see [the log](/user_uploads/${LOG}) @**Bob|11**, @*release*`, {
        last_edit_time: T + 30,
        edit_history: EDITS,
      }),
      posted(5002, 10, 11, 21, '', 'in no topic: `@**Ada|10**`, #**general>release 3@5004**'),
      posted(5003, 20, 3, 21, 'release 3', '@_**Ada|10** renamed the channel'),
      posted(5004, 30, 12, 21, 'release 3', 'built, #**news** and #**board**'),
    ],
    zerver_usermessage: [
      mark(1, 10, 5001, 1 | 2),
      mark(2, 11, 5001, 8),
      mark(3, 13, 5001, 1),
      mark(4, 10, 5002, 1),
      mark(5, 11, 5002, 1),
      mark(6, 13, 5002, 0),
    ],
  },
  'messages-000002.json': {
    zerver_message: [
      posted(5005, 40, 11, 30, DIRECT_TOPIC, 'thanks for /user_uploads/2/00/gone/file.txt'),
      posted(5006, 50, 11, 31, '', 'an old direct message'),
      posted(5007, 60, 13, 32, DIRECT_TOPIC, 'three of us'),
      posted(5008, 70, 10, 22, 'plans', 'before Bob came'),
      posted(
        5009,
        80,
        10,
        22,
        'plans',
        'a link: https://acme.example.com/#narrow/channel/5-general/topic/release.203/near/5001',
      ),
      posted(5010, 90, 99, 21, 'release 3', 'from nobody who is listed'),
      posted(5011, 95, 10, 77, 'nowhere', 'in no channel'),
    ],
    zerver_usermessage: [
      mark(10, 10, 5005, 2048),
      mark(11, 11, 5005, 2049),
      mark(12, 10, 5008, 1),
      mark(13, 10, 5009, 1),
      mark(14, 11, 5009, 0),
    ],
  },
  'attachment.json': { zerver_attachment: [{ id: 1, file_name: 'log-ä.txt', path_id: LOG, owner: 10 }] },
  'avatars/records.json': [
    { realm_id: 2, user_profile_id: 10, path: '2/0123.png' },
    { realm_id: 2, user_profile_id: 10, path: '2/0123.original' },
  ],
  'emoji/records.json': [
    { realm_id: 2, path: '2/emoji/images/9.png', file_name: '9.png' },
    { realm_id: 2, path: '2/emoji/images/9.png.original', file_name: '9.png' },
  ],
};

/** The folder at the top of an export. */
export const ZULIP_TOP = 'zulip-export-acme-2026-11-18-04-00-00-x1y2z3/';

/** Writes an export of Zulip; files that are `undefined` are left out. */
export async function writeZulip(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
  entries: readonly TarEntry[] = [],
): Promise<string> {
  const tarball = createTarball(file);
  for (const [name, content] of Object.entries({ ...ZULIP_FILES, ...changes }))
    if (content !== undefined)
      await tarball.add({
        name: ZULIP_TOP + name,
        content: typeof content === 'string' ? content : JSON.stringify(content, undefined, 2),
      });
  await tarball.add({ name: `${ZULIP_TOP}uploads/${LOG}`, content: 'a log' });
  await tarball.add({ name: `${ZULIP_TOP}avatars/2/0123.original`, content: PNG });
  await tarball.add({ name: `${ZULIP_TOP}emoji/2/emoji/images/9.png.original`, content: PNG });
  for (const entry of entries) await tarball.add(entry);
  await tarball.close();
  return file;
}
