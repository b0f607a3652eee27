import { roles } from '@parley/contract/rights/roles.ts';
import type { ChatArchive, ImportedMessage, Person } from './form.ts';
import type { ImportReport } from './report.ts';

/** People whom messages name and the archive does not list. More are not in any archive that is honest. */
const MAX_STRANGERS = 100_000;

export type Scan = { readonly messages: number; readonly strangers: ReadonlyMap<string, Person> };

/** Reads all messages once: counts them, and finds people whom the archive does not list. */
export async function scanArchive(
  archive: ChatArchive,
  report: ImportReport,
  pace: () => Promise<void>,
  onMessage: (message: ImportedMessage) => Promise<void> = async () => {},
): Promise<Scan> {
  const known = new Set(archive.people.map(({ key }) => key));
  const strangers = new Map<string, Person>();
  const meet = (key: string, name?: string): void => {
    if (known.has(key) || (strangers.has(key) && name === undefined)) return;
    if (strangers.size >= MAX_STRANGERS && !strangers.has(key))
      throw new Error(`Messages name more than ${MAX_STRANGERS} people whom the archive does not list.`);
    strangers.set(key, strangerOf(key, name ?? strangers.get(key)?.name));
  };
  let messages = 0;
  report.skip('files of the archive with names that lead elsewhere', archive.refused);
  for await (const message of archive.messages(report)) {
    messages += 1;
    meet(message.sender, message.senderName);
    if ('people' in message.place) for (const key of message.place.people) meet(key);
    for (const { person } of message.reactions ?? []) meet(person);
    for (const piece of message.text)
      if (typeof piece === 'object' && 'person' in piece)
        meet(piece.person, piece.label === '' ? undefined : piece.label);
    await onMessage(message);
    await pace();
  }
  return { messages, strangers };
}

function strangerOf(key: string, name: string | undefined): Person {
  return { key, name: name ?? `Person ${key}`, role: roles.member, isActive: false, isBot: false };
}
