import { roles } from '@parley/contract/rights/roles.ts';
import { CommandError } from '../../../cli/explain.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { listIn as readList, objectsIn } from '../archive/lists.ts';
import type { ChatArchive, ImportedMessage, Person } from '../form.ts';
import { firstText, type JsonObject } from '../values.ts';
import { fieldOf, textIn } from './fields.ts';
import { layOut, type TeamsLayout } from './layout.ts';
import { messageOf, type TeamsReading } from './messages.ts';

/** The archive of the data export tool of Microsoft Teams: lists of people, teams, channels and messages. */
export async function readTeams(files: ArchiveFiles): Promise<ChatArchive> {
  const top = topOf(files);
  const people = (await readList(files, `${top}users/usersList.json`)).map(personOf);
  const layout = await layOut(files, top);
  return {
    source: 'teams',
    // Ids are unique among all tenants.
    origin: 'teams',
    refused: files.refused,
    people: people.filter(({ key }) => key !== ''),
    channels: layout.channels,
    groups: [],
    emoji: [],
    messages: (report) => readMessages(files, layout, { places: layout.places, report }),
    openFile: (name) => files.open(name),
    close: () => files.close(),
  };
}

function topOf(files: ArchiveFiles): string {
  const [first] = files.names
    .filter((name) => /^(?:[^/]+\/){0,2}users\/usersList\.json$/.test(name))
    .toSorted((a, b) => a.length - b.length);
  if (first === undefined)
    throw new CommandError('The archive is no export of Microsoft Teams: it has no users/usersList.json.');
  return first.slice(0, -'users/usersList.json'.length);
}

/** The export has people of today, without roles. */
function personOf(user: JsonObject): Person {
  return {
    key: textIn(user, 'Id'),
    name: firstText(fieldOf(user, 'DisplayName'), 'Unknown'),
    email: firstText(fieldOf(user, 'Mail'), fieldOf(user, 'UserPrincipalName')) || undefined,
    role: roles.member,
    isActive: true,
    isBot: false,
  };
}

async function* readMessages(
  files: ArchiveFiles,
  { files: names }: TeamsLayout,
  reading: TeamsReading,
): AsyncGenerator<ImportedMessage> {
  const onDamage = (): void => reading.report.skip('ends of files that cannot be read');
  for (const name of names)
    for await (const objects of objectsIn(files, name, '', onDamage))
      for (const raw of objects) {
        const message = messageOf(raw, reading);
        if (message !== undefined) yield message;
      }
}
