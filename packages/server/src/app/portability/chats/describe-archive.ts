import type { ChatArchive } from './form.ts';
import type { ImportReport } from './report.ts';
import { scanArchive } from './scan.ts';

/** Counts what an import of the archive would take, and what not; returns the number of messages. */
export async function describeArchive(
  archive: ChatArchive,
  report: ImportReport,
  pace: () => Promise<void>,
): Promise<number> {
  const scan = await scanArchive(archive, report, pace, (message) => {
    report.take('people' in message.place ? 'direct messages' : 'messages in channels');
    report.take('reactions', message.reactions?.length ?? 0);
    if (message.thread === message.key) report.take('threads');
    for (const { path, url } of message.files ?? [])
      if (path !== undefined) report.take('files');
      else
        report.skip(url === undefined ? 'files that are not in the archive' : 'files that are only linked');
    return Promise.resolve();
  });
  for await (const reaction of archive.reactions?.(report) ?? [])
    report.take('reactions', reaction.person === '' ? 0 : 1);
  const people = archive.people.filter(({ isBot }) => !isBot);
  report.take('people', people.filter(({ email }) => email !== undefined).length);
  report.take(
    'people without an address',
    people.filter(({ email }) => email === undefined).length + scan.strangers.size,
  );
  report.take('bots', archive.people.length - people.length);
  report.take('channels', archive.channels.filter(({ isPrivate }) => !isPrivate).length);
  report.take('private channels', archive.channels.filter(({ isPrivate }) => isPrivate).length);
  report.take('groups', archive.groups.length);
  report.take('custom emoji', archive.emoji.length);
  return scan.messages;
}
