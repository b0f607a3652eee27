import { roles } from '@parley/contract/rights/roles.ts';
import { CommandError } from '../../../cli/explain.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { jsonLines } from '../archive/json-lines.ts';
import type { ChatArchive, ImportedMessage, Person } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { objectOf, textsOf, type JsonObject } from '../values.ts';
import { channelsOf, directsOf } from './channels.ts';
import { readHeld } from './held.ts';
import { botOf, keyOf, personOf } from './people.ts';
import { messagesOf, type PostHome, type PostReading } from './posts.ts';

/** A bulk export of Mattermost: a file with one object in each line, alone or in a zip with the files. */
export async function readMattermost(files: ArchiveFiles): Promise<ChatArchive> {
  const [list] = files.names
    .filter((name) => /^(?:[^/]+\/)?[^/]+\.jsonl?$/.test(name))
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  if (list === undefined)
    throw new CommandError('The archive is no export of Mattermost: it has no import.jsonl.');
  const held = await readHeld(files, list);
  if (held.team.length === 0 && held.user.length === 0)
    throw new CommandError('The archive is no export of Mattermost: it has no teams and no users.');
  const top = list.slice(0, list.lastIndexOf('/') + 1);
  const pathOf = (path: string): string | undefined =>
    path === '' ? undefined : [`${top}data/${path}`, top + path].find((name) => files.has(name));
  const people = withOwner([
    ...held.user.map((user) => personOf(user, pathOf)),
    ...held.bot.map((bot) => botOf(bot, pathOf)),
  ]);
  const channels = channelsOf(held);
  const names = {
    people: new Map(people.map(({ key, name }) => [key, name])),
    channels: new Map(channels.map(({ key, name }) => [key, name])),
    emoji: new Set(held.emoji.map(({ name }) => textOf(name))),
  };
  return {
    source: 'mattermost',
    // The export names no server, and teams come and go.
    origin: 'mattermost',
    refused: files.refused,
    people,
    channels,
    directs: directsOf(held),
    groups: [],
    emoji: held.emoji.map((emoji) => {
      const name = textOf(emoji['name']);
      return { key: name, name, picture: pathOf(textOf(emoji['image'])) ?? textOf(emoji['image']) };
    }),
    messages: (report) => readPosts(files, list, { names, report, pathOf }),
    openFile: (name) => files.open(name),
    close: () => files.close(),
  };
}

/** The first administrator is the owner. */
function withOwner(people: readonly Person[]): Person[] {
  const first = people.find(({ role, isActive }) => role === roles.administrator && isActive);
  return people
    .filter(({ key }) => key !== '')
    .map((person) => (person === first ? { ...person, role: roles.owner } : person));
}

async function* readPosts(
  files: ArchiveFiles,
  list: string,
  reading: PostReading,
): AsyncGenerator<ImportedMessage> {
  const { report } = reading;
  for await (const line of jsonLines(files, list, () => report.skip('lines that cannot be read'))) {
    const kind = textOf(line['type']);
    const post = objectOf(line[kind]);
    if (kind === 'post') yield* messagesOf(post, homeOf(post), reading);
    else if (kind === 'direct_post') yield* messagesOf(post, directHomeOf(post, report), reading);
    else if (kind === 'role' || kind === 'scheme') report.skip('roles and schemes of permissions');
  }
}

function homeOf(post: JsonObject): PostHome {
  const team = textOf(post['team']);
  const key = `${team}/${textOf(post['channel'])}`;
  return { place: { channel: key }, key, team };
}

/** Posts of a conversation that lost its people are notes of their sender. */
function directHomeOf(post: JsonObject, report: ImportReport): PostHome {
  const people = [...new Set(textsOf(post['channel_members']).map(keyOf))].toSorted();
  if (people.length === 0) report.skip('lists of people of direct conversations');
  return {
    place: { people: people.length === 0 ? [keyOf(post['user'])] : people },
    key: `direct ${people.join(' ')}`,
    team: '',
  };
}
