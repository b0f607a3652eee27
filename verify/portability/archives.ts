import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { createTarball } from '@parley/test-support/write-tar.ts';
import { createZip } from '@parley/test-support/write-zip.ts';
import { BEGIN, type Said, type Talk } from './talk.ts';

export type Measured = Extract<ImportSource, 'zulip' | 'slack' | 'mattermost' | 'discord'>;

/** Archives after the documented formats of other chats, of any size; each returns the path to import. */
export const writers: Readonly<Record<Measured, (talk: Talk, directory: string) => Promise<string>>> = {
  zulip: writeZulip,
  slack: writeSlack,
  mattermost: writeMattermost,
  discord: writeDiscord,
};

const DAY = 86_400;

async function writeSlack({ people, channels, said }: Talk, directory: string): Promise<string> {
  const file = path.join(directory, 'slack.zip');
  const zip = createZip(file);
  const add = (name: string, content: unknown) => zip.add({ name, content: JSON.stringify(content) });
  const members = people.map((_, n) => `U${n}`);
  await add(
    'users.json',
    people.map((name, n) => ({
      id: `U${n}`,
      name,
      real_name: name,
      profile: { real_name: name, email: `${name}@example.com` },
    })),
  );
  const listed = channels.map((name, n) => ({ id: `C${n}`, name, created: BEGIN, creator: 'U0', members }));
  await add('channels.json', listed);
  for (const [channel, name] of channels.entries()) {
    let day: Said[] = [];
    const flush = async (): Promise<void> => {
      const [first] = day;
      if (first === undefined) return;
      const date = new Date(first.seconds * 1000).toISOString().slice(0, 10);
      const times = new Map(day.map(({ n, seconds }) => [n, seconds]));
      await add(
        `${name}/${date}.json`,
        day.map((one) => slackMessage(one, times)),
      );
      day = [];
    };
    for (const one of said(channel)) {
      if (day[0] !== undefined && Math.floor(day[0].seconds / DAY) !== Math.floor(one.seconds / DAY))
        await flush();
      day.push(one);
    }
    await flush();
  }
  await zip.close();
  return file;
}

function slackMessage(
  { n, seconds, person, text, thread, reactedBy }: Said,
  times: ReadonlyMap<number, number>,
) {
  const root = thread === undefined ? undefined : times.get(thread);
  return {
    type: 'message',
    user: `U${person}`,
    ts: `${seconds}.000100`,
    text: text.replaceAll('**', '*'),
    ...(root === undefined ? {} : { thread_ts: `${root}.000100` }),
    ...(thread === n ? { reply_count: 1 } : {}),
    ...(reactedBy === undefined ? {} : { reactions: [{ name: '+1', users: [`U${reactedBy}`], count: 1 }] }),
  };
}

async function writeMattermost({ people, channels, said }: Talk, directory: string): Promise<string> {
  const file = path.join(directory, 'mattermost.jsonl');
  const sink = createWriteStream(file);
  const line = async (type: string, content: object): Promise<void> => {
    if (!sink.write(`${JSON.stringify({ type, [type]: content })}\n`))
      await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
  };
  sink.write('{"type":"version","version":1}\n');
  await line('team', { name: 'acme', display_name: 'Acme', type: 'O', description: '' });
  for (const name of channels) await line('channel', { team: 'acme', name, display_name: name, type: 'O' });
  const inTeam = channels.map((name) => ({ name, roles: 'channel_user' }));
  for (const username of people)
    await line('user', {
      username,
      email: `${username}@example.com`,
      roles: 'system_user',
      teams: [{ name: 'acme', roles: 'team_user', channels: inTeam }],
    });
  for (const [channel, name] of channels.entries()) {
    let root: { readonly n: number; readonly post: object; readonly replies: object[] } | undefined;
    const flush = async (): Promise<void> => {
      if (root !== undefined) await line('post', { ...root.post, replies: root.replies });
      root = undefined;
    };
    for (const one of said(channel)) {
      const own = {
        user: people[one.person],
        message: one.text,
        create_at: one.seconds * 1000,
        ...(one.reactedBy === undefined
          ? {}
          : {
              reactions: [{ user: people[one.reactedBy], emoji_name: '+1', create_at: one.seconds * 1000 }],
            }),
      };
      if (root !== undefined && one.thread === root.n) root.replies.push(own);
      else {
        await flush();
        root = { n: one.n, post: { team: 'acme', channel: name, ...own }, replies: [] };
      }
    }
    await flush();
  }
  sink.end();
  await finished(sink);
  return file;
}

async function writeDiscord({ people, channels, said }: Talk, directory: string): Promise<string> {
  const home = path.join(directory, 'discord');
  await mkdir(home);
  const author = (n: number) => ({
    id: `2${String(n).padStart(6, '0')}`,
    name: people[n],
    nickname: people[n],
  });
  await writeFile(
    path.join(home, 'people.csv'),
    people.map((name, n) => `${author(n).id},${name}@example.com\n`).join(''),
  );
  for (const [channel, name] of channels.entries()) {
    const id = `1${String(channel).padStart(6, '0')}`;
    const messages = [...said(channel)].map((one) => ({
      id: `5${String(one.n).padStart(9, '0')}`,
      type: one.thread === undefined || one.thread === one.n ? 'Default' : 'Reply',
      timestamp: new Date(one.seconds * 1000).toISOString(),
      timestampEdited: null,
      isPinned: false,
      content: one.text,
      author: author(one.person),
      attachments: [],
      embeds: [],
      reactions:
        one.reactedBy === undefined
          ? []
          : [{ emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 1, users: [author(one.reactedBy)] }],
      mentions: [],
      ...(one.thread === undefined || one.thread === one.n
        ? {}
        : {
            reference: {
              messageId: `5${String(one.thread).padStart(9, '0')}`,
              channelId: id,
              guildId: '1000',
            },
          }),
    }));
    await writeFile(
      path.join(home, `Acme - Text - ${name} [${id}].json`),
      JSON.stringify({
        guild: { id: '1000', name: 'Acme', iconUrl: '' },
        channel: { id, type: 'GuildTextChat', categoryId: '1', category: 'Text', name, topic: null },
        messages,
        messageCount: messages.length,
      }),
    );
  }
  return home;
}

/** Messages of a file of an export of Zulip, as its server writes them. */
const ZULIP_CHUNK = 1_000;

async function writeZulip({ people, channels, said }: Talk, directory: string): Promise<string> {
  const file = path.join(directory, 'zulip.tar.gz');
  const tarball = createTarball(file);
  const add = (name: string, content: unknown) =>
    tarball.add({ name: `zulip-export-acme/${name}`, content: JSON.stringify(content) });
  await add('realm.json', zulipRealm(people, channels));
  let rows: object[] = [];
  let marks: object[] = [];
  let number = 0;
  const flush = async (): Promise<void> => {
    number += 1;
    await add(`messages-${String(number).padStart(6, '0')}.json`, {
      zerver_message: rows,
      zerver_usermessage: marks,
    });
    rows = [];
    marks = [];
  };
  for (const channel of channels.keys())
    for (const { n, seconds, person, text, thread } of said(channel)) {
      rows.push({
        id: n,
        sender: 10 + person,
        recipient: 1000 + channel,
        subject: thread === undefined ? 'general' : `thread ${thread}`,
        content: text,
        date_sent: seconds,
        edit_history: null,
      });
      for (let reader = 0; reader < 5; reader += 1)
        marks.push({ id: n * 5 + reader, user_profile: 10 + reader, message: n, flags_mask: 1 });
      if (rows.length >= ZULIP_CHUNK) await flush();
    }
  if (rows.length > 0) await flush();
  await tarball.close();
  return file;
}

function zulipRealm(people: readonly string[], channels: readonly string[]): unknown {
  return {
    zerver_realm: [{ id: 2, name: 'Acme', string_id: 'acme', uuid: '7f', date_created: BEGIN }],
    zerver_userprofile: people.map((full_name, n) => ({
      id: 10 + n,
      delivery_email: `${full_name}@example.com`,
      email: `${full_name}@example.com`,
      realm: 2,
      full_name,
      role: 400,
      is_active: true,
      is_bot: false,
      date_joined: BEGIN,
      timezone: '',
      avatar_source: 'J',
    })),
    zerver_userprofile_mirrordummy: [],
    zerver_userprofile_crossrealm: [],
    zerver_stream: channels.map((name, n) => ({
      id: 5 + n,
      name,
      realm: 2,
      description: '',
      date_created: BEGIN,
      deactivated: false,
      invite_only: false,
      history_public_to_subscribers: true,
      recipient: 1000 + n,
    })),
    zerver_recipient: channels.map((_, n) => ({ id: 1000 + n, type: 2, type_id: 5 + n })),
    zerver_subscription: channels.flatMap((_, channel) =>
      people.map((__, person) => ({
        id: channel * people.length + person + 1,
        user_profile: 10 + person,
        recipient: 1000 + channel,
        active: true,
        is_muted: false,
        color: '#76ce90',
        pin_to_top: false,
      })),
    ),
    zerver_reaction: [],
  };
}
