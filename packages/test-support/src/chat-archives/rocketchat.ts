import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PNG } from '../pictures.ts';
import { toBson, type BsonDocument } from './bson.ts';

const T = 1_763_438_400_000;

function time(at: number): Date {
  return new Date(T + at);
}

function user(id: string, username: string, rest: BsonDocument = {}): BsonDocument {
  return {
    _id: id,
    username,
    name: username[0]?.toUpperCase() + username.slice(1),
    emails: [{ address: `${username}@example.com`, verified: true }],
    type: 'user',
    active: true,
    roles: ['user'],
    createdAt: time(-1_000_000),
    services: { password: { bcrypt: 'SECRET' } },
    ...rest,
  };
}

function subscription(
  rid: string,
  who: string,
  ls: number | undefined,
  rest: BsonDocument = {},
): BsonDocument {
  return {
    _id: `${rid} ${who}`,
    rid,
    u: { _id: who, username: who },
    t: 'c',
    ts: time(-500_000),
    ...(ls === undefined ? {} : { ls: time(ls) }),
    open: true,
    ...rest,
  };
}

const WHO: Readonly<Record<string, BsonDocument>> = {
  ada: { _id: 'aaaaaaaaaaaaaaaaa', username: 'ada', name: 'Ada' },
  bob: { _id: 'bbbbbbbbbbbbbbbbb', username: 'bob', name: 'Bob' },
};
const ADA = 'aaaaaaaaaaaaaaaaa';
const BOB = 'bbbbbbbbbbbbbbbbb';
/** The room of two people. */
const DIRECT = ADA + BOB;

/** A message of Rocket.Chat, its time counted from that of the first. */
export function wrote(
  id: string,
  rid: string,
  at: number,
  who: string,
  msg: string,
  rest: BsonDocument = {},
): BsonDocument {
  return {
    _id: id,
    rid,
    msg,
    ts: time(at),
    u: WHO[who] ?? { _id: who, username: who },
    _updatedAt: time(at),
    ...rest,
  };
}

const M1 = 'm1m1m1m1m1m1m1m1m';

/** Collections of a server that has each case once. */
export const ROCKETCHAT: Readonly<Record<string, readonly BsonDocument[]>> = {
  users: [
    {
      _id: 'rocket.cat',
      name: 'Rocket.Cat',
      username: 'rocket.cat',
      active: true,
      type: 'bot',
      roles: ['bot'],
    },
    user(ADA, 'ada', { roles: ['user', 'admin'] }),
    user(BOB, 'bob', { emails: [{ address: 'bob@example.com', verified: false }] }),
    user('ccccccccccccccccc', 'gus', { roles: ['guest'] }),
    user('ddddddddddddddddd', 'left', { active: false }),
    user('eeeeeeeeeeeeeeeee', 'visitor', { type: 'unknown' }),
  ],
  rocketchat_room: [
    { _id: 'GENERAL', t: 'c', name: 'general', default: true, description: 'all', ts: time(-900_000) },
    { _id: 'news', t: 'c', name: 'news', ro: true, ts: time(-900_000), u: { _id: ADA } },
    { _id: 'board', t: 'p', name: 'board', fname: 'Board', ts: time(-900_000), u: { _id: ADA } },
    { _id: 'plan', t: 'p', name: 'h73CusHjmqFDLXtTt', fname: 'Release plan', prid: 'GENERAL', ts: time(0) },
    { _id: DIRECT, t: 'd', uids: [ADA, BOB], usernames: ['ada', 'bob'], ts: time(0) },
    { _id: 'twice', t: 'd', uids: [BOB, ADA], usernames: ['bob', 'ada'], ts: time(0) },
    { _id: 'live', t: 'l', ts: time(0) },
  ],
  rocketchat_subscription: [
    subscription('GENERAL', ADA, 1_000_000, { f: true }),
    subscription('GENERAL', BOB, 500, { disableNotifications: true }),
    subscription('board', ADA, 1_000_000),
    subscription(DIRECT, ADA, undefined, { t: 'd' }),
    subscription(DIRECT, BOB, 1_000_000, { t: 'd' }),
  ],
  rocketchat_message: [
    wrote('m0', 'GENERAL', -100, 'bob', 'bob', { t: 'uj' }),
    wrote('reply', 'GENERAL', 1_000, 'bob', '', {
      tmid: M1,
      tshow: true,
      files: [
        { _id: 'f1', name: 'log.txt', type: 'text/plain' },
        { _id: 'f1t', name: 'thumb-log.txt', typeGroup: 'thumb' },
        { _id: 'f2', name: 'gone.txt' },
      ],
      attachments: [
        { title: 'log.txt', title_link: '/file-upload/f1/log.txt', type: 'file', description: 'a _log_' },
      ],
    }),
    wrote(M1, 'GENERAL', 0, 'ada', 'Release *3* is out @bob, #general. :party: :tada:', {
      tcount: 1,
      reactions: { ':+1:': { usernames: ['bob'] }, ':yay:': { usernames: ['ada'] } },
      starred: [{ _id: BOB }],
      pinned: true,
      editedAt: time(10_000),
    }),
    wrote(
      'm2',
      'GENERAL',
      2_000,
      'bob',
      `[ ](https://chat.example.com/channel/general?msg=${M1}) I agree \`@ada\``,
      {
        attachments: [
          {
            text: 'Release *3*',
            author_name: 'ada',
            message_link: `https://chat.example.com/channel/general?msg=${M1}`,
          },
        ],
      },
    ),
    wrote('m3', 'GENERAL', 3_000, 'rocket.cat', 'built', {
      alias: 'Builds',
      bot: { i: 'x' },
      attachments: [{ title: 'Build 7', title_link: 'https://ci.example.com/7', text: 'ok' }],
    }),
    wrote('m4', 'plan', 4_000, 'ada', 'a plan'),
    wrote('m5', 'board', 5_000, 'ada', 'in private'),
    wrote('m6', DIRECT, 6_000, 'bob', 'thanks'),
    wrote('m7', 'twice', 7_000, 'ada', 'in the other room of us'),
    wrote('m8', 'GENERAL', 8_000, 'ada', '', { t: 'e2e' }),
    wrote('m9', 'deleted', 9_000, 'ada', 'in a room that is gone'),
    wrote('m10', 'GENERAL', 10_000, 'ada', 'an older text', { _hidden: true, parent: M1 }),
    wrote('m11', 'live', 11_000, 'ada', 'to a visitor'),
    wrote('m12', 'GENERAL', 12_000, 'ghost', 'from nobody who is listed'),
  ],
  'rocketchat_uploads.files': [{ _id: 'f1', length: 5, chunkSize: 3, filename: 'f1' }],
  'rocketchat_uploads.chunks': [
    { _id: { $oid: '656000000000000000000002' }, files_id: 'f1', n: 1, data: Buffer.from('og') },
    { _id: { $oid: '656000000000000000000001' }, files_id: 'f1', n: 0, data: Buffer.from('a l') },
    { _id: { $oid: '656000000000000000000003' }, files_id: 'f1', n: 9, data: Buffer.from('beyond') },
  ],
  rocketchat_custom_emoji: [{ _id: 'e1', name: 'party', aliases: ['yay'], extension: 'png' }],
  'custom_emoji.files': [{ _id: 'party.png', filename: 'party.png', length: PNG.length, chunkSize: 261_120 }],
  'custom_emoji.chunks': [
    { _id: { $oid: '656000000000000000000004' }, files_id: 'party.png', n: 0, data: Buffer.from(PNG) },
  ],
};

/** Writes the collections of a dump; bytes are written as they are. */
export async function writeRocketChat(
  directory: string,
  changes: Readonly<Record<string, readonly BsonDocument[] | Buffer | undefined>> = {},
  isPacked = false,
): Promise<string> {
  const home = path.join(directory, 'dump', 'rocketchat');
  await mkdir(home, { recursive: true });
  for (const [name, content] of Object.entries({ ...ROCKETCHAT, ...changes })) {
    if (content === undefined) continue;
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content.map(toBson));
    const file = path.join(home, `${name}.bson${isPacked ? '.gz' : ''}`);
    await writeFile(file, isPacked ? gzipSync(bytes) : bytes);
  }
  return directory;
}
