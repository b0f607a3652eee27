import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from '../pictures.ts';

type Json = Readonly<Record<string, unknown>>;

const T = 1_763_438_400_000;
const GENERAL = 'Acme - Text - general [1001].json';

function author(id: string, nickname: string, rest: Json = {}): Json {
  return {
    id,
    name: nickname.toLowerCase(),
    discriminator: '0000',
    nickname,
    color: null,
    isBot: false,
    roles: [],
    avatarUrl: 'https://cdn.discordapp.com/embed/avatars/0.png',
    ...rest,
  };
}

const ROLE = { id: '4001', name: 'admins', color: '#E91E63', position: 2 };
const ADA = author('2001', 'Ada', { roles: [ROLE] });
const BOB = author('2002', 'Bob');
const CI = author('2003', 'CI', { isBot: true });
const PARTY = {
  id: '3001',
  name: 'party',
  code: 'party',
  isAnimated: false,
  imageUrl: `${GENERAL}_Files/party.png`,
};

const AUTHORS: Readonly<Record<string, Json>> = { ada: ADA, bob: BOB, ci: CI };

/** A message as DiscordChatExporter writes it, its time counted from that of the first. */
export function told(id: string, at: number, who: string, content: string, rest: Json = {}): Json {
  return {
    id,
    type: 'Default',
    timestamp: new Date(T + at).toISOString().replace('Z', '+00:00'),
    timestampEdited: null,
    callEndedTimestamp: null,
    isPinned: false,
    content,
    author: AUTHORS[who] ?? author(who, who),
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    inlineEmojis: [],
    ...rest,
  };
}

/** The file of a channel. */
export function channelFile(
  channel: Json,
  messages: readonly unknown[],
  guild: Json = { id: '1000', name: 'Acme', iconUrl: '' },
): Json {
  return {
    guild,
    channel: { type: 'GuildTextChat', categoryId: '1009', category: 'Text', topic: null, ...channel },
    dateRange: { after: null, before: null },
    exportedAt: '2026-11-18T04:00:00+00:00',
    messages,
    messageCount: messages.length,
  };
}

function thread(id: string, name: string, parent: string, category: string): Json {
  return { id, type: 'GuildPublicThread', categoryId: parent, category, name };
}

/** A server that has each case once. */
export const DISCORD_FILES: Readonly<Record<string, unknown>> = {
  [GENERAL]: channelFile({ id: '1001', name: 'general', topic: 'all' }, [
    told('5001', 0, 'ada', 'release **3** <@2002> <:party:3001> <@&4001> <t:1763438400:R>', {
      timestampEdited: '2025-11-18T04:00:10+00:00',
      isPinned: true,
      attachments: [{ id: '6001', url: `${GENERAL}_Files/log.txt`, fileName: 'log.txt', fileSizeBytes: 5 }],
      embeds: [{ title: 'A preview', url: 'https://acme.example.com/r3', description: 'of a link' }],
      reactions: [
        { emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 1, users: [BOB] },
        { emoji: { id: '', name: '❤️', code: 'heart' }, count: 1, users: [ADA] },
        { emoji: PARTY, count: 1, users: [ADA] },
      ],
      mentions: [BOB],
      inlineEmojis: [PARTY],
    }),
    told('5002', 1_000, 'bob', 'thanks `<@2001>`, @Ada', {
      type: 'Reply',
      mentions: [ADA],
      reference: { type: 'Default', messageId: '5001', channelId: '1001', guildId: '1000' },
    }),
    told('5003', 2_000, 'bob', 'Started a thread.', { type: 'ThreadCreated' }),
    told('5004', 3_000, 'ci', '', {
      embeds: [
        { title: 'Build 7', url: 'https://ci.example.com/7', fields: [{ name: 'Branch', value: 'main' }] },
      ],
    }),
    told('5005', 4_000, 'ada', 'see https://discord.com/channels/1000/1001/5002 in <#1001>'),
  ]),
  'Acme - Text - general [1001] [part 2].json': channelFile({ id: '1001', name: 'general', topic: 'all' }, [
    told('5005', 4_000, 'ada', 'see https://discord.com/channels/1000/1001/5002 in <#1001>'),
    told('5006', 5_000, 'ada', '', {
      attachments: [
        { id: '6002', url: 'https://cdn.discordapp.com/a/b.txt?ex=1&hm=SECRET', fileName: 'b.txt' },
      ],
    }),
  ]),
  'Acme - general - Release 3 [5001].json': channelFile(thread('5001', 'Release 3', '1001', 'general'), [
    told('5100', 1_500, 'bob', 'in the thread'),
  ]),
  'Acme - help - How [7001].json': channelFile(thread('7001', 'How?', '1003', 'help'), [
    told('7001', 6_000, 'ada', 'a question in a forum'),
  ]),
  'private/Acme - Text - staff [1002].json': channelFile({ id: '1002', name: 'staff' }, [
    told('5200', 7_000, 'ada', 'for few'),
  ]),
  'Direct Messages - Bob [1050].json': channelFile(
    { id: '1050', type: 'DirectTextChat', categoryId: null, category: null, name: 'Bob' },
    [told('5300', 8_000, 'bob', 'hi'), told('5301', 9_000, 'ada', 'hello')],
    { id: '0', name: 'Direct Messages', iconUrl: '' },
  ),
};

/** Writes the files of an export into a directory; those that are `undefined` are left out. */
export async function writeDiscord(
  directory: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const files: Record<string, unknown> = {
    ...DISCORD_FILES,
    [`${GENERAL}_Files/log.txt`]: 'a log',
    [`${GENERAL}_Files/party.png`]: PNG,
    'people.csv': '2001,ada@example.com\nBob,bob@example.com\n',
    ...changes,
  };
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(file, isRaw ? content : JSON.stringify(content, undefined, 2));
  }
  return directory;
}
