import { limits } from '@parley/contract/limits.ts';
import type { ImportedChannel, ImportedPlace } from '../form.ts';
import { textOf, uniqueName } from '../texts.ts';
import { firstText } from '../values.ts';
import type { ChannelFile } from './survey.ts';

/** Conversations of more people become private channels. */
const MAX_DIRECT = 50;

/** The place of the messages of a file. */
export type DiscordHome = { readonly place: ImportedPlace; readonly topic?: string };

export type Layout = {
  readonly channels: readonly ImportedChannel[];
  /** Homes by the ids of channels, threads and direct conversations. */
  readonly homes: ReadonlyMap<string, DiscordHome>;
  /** Topics of threads by the ids of the messages that they began with, which are theirs. */
  readonly threads: ReadonlyMap<string, string>;
};

/** Channels, with threads as topics of the channel that they belong to. */
export function layOut(files: readonly ChannelFile[]): Layout {
  const byId = Map.groupBy(files, ({ channel }) => textOf(channel['id']));
  const channels = new Map<string, ImportedChannel>();
  const homes = new Map<string, DiscordHome>();
  const threads = new Map<string, string>();
  const topics = new Map<string, Set<string>>();
  for (const [id, parts] of byId) {
    const [first] = parts;
    if (first === undefined) continue;
    const members = new Set(parts.flatMap((part) => [...part.members]));
    const parent = isThread(first) ? textOf(first.channel['categoryId']) : '';
    if (isDirect(first) && members.size <= MAX_DIRECT) {
      homes.set(id, { place: { people: [...members] } });
    } else if (parent === '' || textOf(first.channel['type']) === 'GuildPrivateThread') {
      channels.set(id, joined(channels.get(id), channelOf(id, first, members)));
      homes.set(id, { place: { channel: id } });
    } else {
      const taken = topics.get(parent) ?? new Set(['general']);
      topics.set(parent, taken);
      const name = firstText(first.channel['name'], 'thread').replaceAll(/\s+/g, ' ');
      const topic = uniqueName(name, limits.topicLength, (one) => taken.has(one.toLowerCase()));
      taken.add(topic.toLowerCase());
      // Forums have no file of their own, only their threads.
      channels.set(parent, joined(channels.get(parent), forumOf(parent, first, members)));
      homes.set(id, { place: { channel: parent }, topic });
      threads.set(id, topic);
    }
  }
  return { channels: [...channels.values()], homes, threads };
}

function isThread({ channel }: ChannelFile): boolean {
  return textOf(channel['type']).endsWith('Thread');
}

function isDirect({ channel }: ChannelFile): boolean {
  return textOf(channel['type']).startsWith('Direct');
}

/** Files do not tell who may read a channel: those in a folder `private` are private. */
function isPrivate(file: ChannelFile): boolean {
  return isDirect(file) || isThread(file) || /(?:^|\/)private\//.test(file.name);
}

function channelOf(key: string, file: ChannelFile, members: ReadonlySet<string>): ImportedChannel {
  return {
    key,
    name: firstText(file.channel['name'], key),
    description: textOf(file.channel['topic']),
    isPrivate: isPrivate(file),
    isHistoryPublic: true,
    isArchived: false,
    isDefault: false,
    folder: isDirect(file) ? undefined : textOf(file.channel['category']) || undefined,
    members: [...members].map((person) => ({ person })),
  };
}

function forumOf(key: string, file: ChannelFile, members: ReadonlySet<string>): ImportedChannel {
  return {
    ...channelOf(key, file, members),
    name: firstText(file.channel['category'], key),
    description: '',
    isPrivate: /(?:^|\/)private\//.test(file.name),
    folder: undefined,
  };
}

/** The channel's own file knows more than those of its threads. */
function joined(known: ImportedChannel | undefined, other: ImportedChannel): ImportedChannel {
  if (known === undefined) return other;
  const people = new Set([...known.members, ...other.members].map(({ person }) => person));
  const best = known.folder === undefined && known.description === '' ? other : known;
  return {
    ...best,
    isPrivate: known.isPrivate || other.isPrivate,
    members: [...people].map((person) => ({ person })),
  };
}
