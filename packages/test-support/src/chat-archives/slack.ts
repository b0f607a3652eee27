import { createZip, type ZipEntry } from '../write-zip.ts';
import { PNG } from '../pictures.ts';

type Json = Readonly<Record<string, unknown>>;

const T = 1_763_438_400;

function user(id: string, name: string, rest: Json = {}): Json {
  return {
    id,
    team_id: 'T0AAAAAA0',
    name: name.toLowerCase(),
    deleted: false,
    real_name: name,
    profile: { real_name: name, display_name: '', email: `${name.toLowerCase()}@example.com`, fields: null },
    ...rest,
  };
}

const USERS: Json[] = [
  user('U1', 'Ada', { is_owner: true, is_primary_owner: true, tz: 'Europe/Vienna' }),
  user('U2', 'Bob', { is_admin: true }),
  user('U3', 'Eve', { profile: { real_name: 'Eve', fields: null } }),
  user('U4', 'CI', { is_bot: true, profile: { real_name: 'CI', bot_id: 'B4' } }),
  user('U5', 'ADA', { profile: { real_name: 'Ada again', email: 'Ada@EXAMPLE.com' } }),
  user('U6', 'Gil', { deleted: true }),
  user('U7', 'Zoe', { is_ultra_restricted: true, is_restricted: true }),
];

/** The text of a message, where it is, and the rest of it. */
export function said(at: number, who: string, text: string, rest: Json = {}): Json {
  return { type: 'message', user: who, ts: `${T + at}.000100`, text, ...rest };
}

const ROOT = `${T}.000100`;

/** A workspace that has each case once. */
export const SLACK_FILES: Readonly<Record<string, unknown>> = {
  'users.json': USERS,
  'channels.json': [
    {
      id: 'C1',
      name: 'general',
      created: T - 1000,
      creator: 'U1',
      is_general: true,
      members: ['U1', 'U2', 'U3', 'U4', 'U5'],
      purpose: { value: 'all of us' },
    },
    { id: 'C2', name: 'old', created: '1700000000', creator: 'U9', is_archived: true, members: [] },
  ],
  'groups.json': [
    { id: 'G1', name: 'board', created: T, creator: 'U1', members: ['U1'], purpose: { value: '' } },
  ],
  'mpims.json': [{ id: 'G2', name: 'mpdm-ada--bob--eve-1', members: ['U1', 'U2', 'U3'] }],
  'dms.json': [
    { id: 'D1', members: ['U1', 'U2'] },
    { id: 'D2', members: ['U5', 'U2'] },
    { id: 'D3', members: ['U1', 'U1'] },
  ],
  'general/2025-11-18.json': [
    said(-100, 'U2', '<@U2> has joined the channel', { subtype: 'channel_join' }),
    said(50, 'U2', '<!here> see `*code*` &amp; <#G1|board>', {
      thread_ts: ROOT,
      subtype: 'thread_broadcast',
      files: [
        { id: 'F1', name: 'log.txt', permalink: 'https://acme.slack.com/files/U2/F1/log.txt?t=xoxe-SECRET' },
        { id: 'F2', mode: 'tombstone' },
        { id: 'F3', name: 'picture.png', url_private: 'https://files.slack.com/F3?token=xoxe-SECRET' },
      ],
    }),
    said(0, 'U1', '*Release 3* is out, <@U2>: <https://acme.test/r3|notes> :tada:', {
      thread_ts: ROOT,
      reply_count: 2,
      edited: { user: 'U1', ts: `${T + 10}.000000` },
      reactions: [
        { name: '+1::skin-tone-3', users: ['U2', 'U3'], count: 2 },
        { name: 'party', users: ['U1'], count: 1 },
      ],
    }),
    {
      type: 'message',
      subtype: 'bot_message',
      bot_id: 'B9',
      username: 'Webhook',
      ts: `${T + 60}.000300`,
      text: '',
      thread_ts: ROOT,
      attachments: [
        {
          title: 'Build 7',
          title_link: 'https://ci.acme.test/7',
          text: 'ok',
          fields: [{ title: 'Branch', value: 'main' }],
        },
      ],
    },
    said(100, 'USLACKBOT', '', { subtype: 'huddle_thread', room: { created_by: 'U1' } }),
    said(200, 'U1', 'plain words'),
    { canvas: 'without a time' },
  ],
  'general/2025-11-19.json': [
    said(86_400, 'U8', 'from somebody unknown', { user_profile: { real_name: 'Foreign Fay' } }),
    said(86_401, 'U3', 'a reply to nothing', { thread_ts: '1600000000.000100' }),
  ],
  'board/2025-11-18.json': [said(300, 'U1', 'in private')],
  'mpdm-ada--bob--eve-1/2025-11-18.json': [said(310, 'U3', 'three of us')],
  'D1/2025-11-18.json': [said(320, 'U1', 'waves', { subtype: 'me_message' })],
  'D2/2025-11-18.json': [said(330, 'U2', 'to the other account')],
  'D3/2025-11-18.json': [said(340, 'U1', 'a note to me')],
};

/** Writes an export of Slack; files that are `undefined` are left out. */
export async function writeSlack(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
  entries: readonly ZipEntry[] = [],
): Promise<string> {
  const zip = createZip(file);
  for (const [name, content] of Object.entries({ ...SLACK_FILES, ...changes }))
    if (content !== undefined)
      await zip.add({ name, content: typeof content === 'string' ? content : JSON.stringify(content) });
  await zip.add({ name: '__uploads/F1/log.txt', content: 'a log' });
  await zip.add({ name: '__uploads/F3/picture.png', content: Buffer.from(PNG) });
  for (const entry of entries) await zip.add(entry);
  await zip.close();
  return file;
}
