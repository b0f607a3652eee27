import { roles } from '@parley/contract/rights/roles.ts';
import { CommandError } from '../../../cli/explain.ts';
import { textIn, type ArchiveFiles } from '../archive/archive-files.ts';
import { objectsIn } from '../archive/lists.ts';
import type { ChatArchive, ImportedMessage, Person } from '../form.ts';
import { textOf, uniqueName } from '../texts.ts';
import { layOut, type Layout } from './channels.ts';
import { messageOf, type DiscordReading, type PathOf } from './messages.ts';
import { survey, type Survey } from './survey.ts';

const MAX_EMOJI_NAME = 60;

/** Files of DiscordChatExporter, one for each channel, thread and direct conversation. */
export async function readDiscord(files: ArchiveFiles): Promise<ChatArchive> {
  const found = await survey(files);
  if (found.files.length === 0)
    throw new CommandError('The archive is no export of DiscordChatExporter in JSON: no file has a channel.');
  const layout = layOut(found.files);
  const emoji = emojiOf(found);
  const names = {
    people: new Map([...found.authors.values()].map(({ key, name }) => [key, name])),
    roles: new Map([...found.roles].map(([key, { name }]) => [key, name])),
    channels: new Map(layout.channels.map(({ key, name }) => [key, name])),
    emoji: new Map(emoji.map(({ key, name }) => [key, name])),
  };
  return {
    source: 'discord',
    // Ids are unique among all servers.
    origin: 'discord',
    refused: files.refused,
    people: await peopleOf(files, found),
    channels: layout.channels,
    groups: [...found.roles].map(([key, { name, members }]) => ({
      key,
      name,
      description: '',
      members: [...members],
    })),
    emoji,
    messages: (report) => readMessages(files, found, layout, { names, report, threads: layout.threads }),
    openFile: (name) => files.open(name),
    close: () => files.close(),
  };
}

/** Exports have no addresses. A file `people.csv` may have them: an id or a name of an account, and an address in each line. */
async function peopleOf(files: ArchiveFiles, { authors }: Survey): Promise<Person[]> {
  const [list] = files.names.filter((name) => /(?:^|\/)people\.csv$/.test(name));
  const lines = list === undefined ? [] : (await textIn(files, list)).split('\n');
  const addresses = new Map(
    lines.map((line) => {
      const [who = '', address = ''] = line.split(/[,;]/);
      return [who.trim(), address.trim()] as const;
    }),
  );
  return [...authors.values()].map(({ key, name, isBot }) => ({
    key,
    name,
    email: addresses.get(key) ?? addresses.get(name),
    role: roles.member,
    isActive: true,
    isBot,
  }));
}

/** Custom emoji that messages and reactions have; servers of other people have ones with the same names. */
function emojiOf({ emoji, files }: Survey): { key: string; name: string; picture: string }[] {
  const taken = new Set<string>();
  const [first] = files;
  return [...emoji].map(([key, one]) => {
    const name = uniqueName(one.name, MAX_EMOJI_NAME, (candidate) => taken.has(candidate)).replace(
      / \((\d+)\)$/,
      '_$1',
    );
    taken.add(name);
    return { key, name, picture: folderOf(first?.name ?? '') + one.picture.replaceAll('\\', '/') };
  });
}

async function* readMessages(
  files: ArchiveFiles,
  { files: surveyed }: Survey,
  { homes }: Layout,
  reading: DiscordReading,
): AsyncGenerator<ImportedMessage> {
  for (const { name, channel } of surveyed) {
    const home = homes.get(textOf(channel['id']));
    if (home === undefined) continue;
    const pathOf = pathsFrom(files, name);
    const onDamage = (): void => reading.report.skip('ends of files that cannot be read');
    for await (const objects of objectsIn(files, name, 'messages', onDamage))
      for (const raw of objects) {
        const message = messageOf(raw, home, reading, pathOf);
        if (message !== undefined) yield message;
      }
  }
}

/** Addresses of downloaded files are paths from the file that names them. */
function pathsFrom(files: ArchiveFiles, name: string): PathOf {
  const folder = folderOf(name);
  return (url) => {
    const path = url.replaceAll('\\', '/');
    return [folder + path, folder + decoded(path)].find((candidate) => files.has(candidate));
  };
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
