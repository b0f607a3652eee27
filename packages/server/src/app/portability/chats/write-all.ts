import { findImported } from './imported.ts';
import { lookAhead } from './look-ahead.ts';
import type { Composer } from './compose.ts';
import { distinct } from './distinct.ts';
import type { ImportedMessage } from './form.ts';
import type { ImportHome, Homes } from './homes.ts';
import { inGroups } from '../lines.ts';
import type { ImportReport } from './report.ts';
import { needsSecondLook } from './second-look.ts';
import type { MessageSorter } from './sorter.ts';
import { createThreads, type Threads } from './threads.ts';
import { createStore } from './store-batches.ts';
import type { EditRow, MessageToWrite, Writing } from './write-messages.ts';

/** Messages that are rendered together, and stored by one transaction while nobody else writes. */
const BATCH = 500;
/** Plain text that the name of a thread is taken from. */
const MAX_PLAIN = 400;

type Work = Writing & {
  readonly homes: Homes;
  readonly composer: Composer;
  readonly report: ImportReport;
  /** Keeps messages that are looked at again when all are written. */
  readonly later: Pick<MessageSorter, 'add'>;
  readonly progress: { add(count: number): Promise<void> };
  /** Rests, so that other work of the process goes on. */
  readonly pace: () => Promise<void>;
};

/** Writes the messages that are not here yet, in order; returns their number. */
export async function writeAll(work: Work, messages: AsyncIterable<ImportedMessage>): Promise<number> {
  const { world, realmId, origin, report, progress, later, pace } = work;
  const store = createStore(work);
  const threads = createThreads(world.pool, realmId, origin);
  let written = 0;
  const findKnown = (batch: readonly ImportedMessage[]): Promise<Map<string, number>> =>
    findImported(
      world.pool,
      realmId,
      origin,
      'message',
      batch.map(({ key }) => key),
    );
  /** Keys of the two batches before, which may have been on their way when this one was looked up. */
  let before: readonly (readonly string[])[] = [];
  let storing: Promise<void> = Promise.resolve();
  const batches = inGroups(distinct(messages, report), BATCH);
  for await (const [batch, known] of lookAhead(batches, findKnown)) {
    const seen = new Set([...known.keys(), ...before.flat()]);
    const rows: MessageToWrite[] = [];
    for (const message of batch) {
      if (needsSecondLook(message)) await later.add(message);
      if (seen.has(message.key)) continue;
      seen.add(message.key);
      rows.push(...(await rowsOf(work, threads, message)));
      await pace();
    }
    before = [...before.slice(-1), batch.map(({ key }) => key)];
    report.take('messages known before', known.size);
    // The next batch is rendered while PostgreSQL stores this one.
    await storing;
    storing = store(rows);
    storing.catch(() => {});
    written += rows.filter(({ isFirst }) => isFirst).length;
    await progress.add(batch.length);
  }
  await storing;
  report.take('messages', written);
  return written;
}

async function rowsOf(work: Work, threads: Threads, message: ImportedMessage): Promise<MessageToWrite[]> {
  const { accounts, homes, composer, report } = work;
  const sender = accounts.get(message.sender);
  const home = await homes.of(message.place);
  if (sender === undefined || home === undefined) {
    report.skip(
      home === undefined
        ? 'messages of channels that the archive does not list'
        : 'messages without a sender',
    );
    return [];
  }
  const author = { key: message.sender, id: sender.id, channel: home.channel?.key };
  const parts = await composer.compose(author, message.text, message.files ?? []);
  const topic =
    home.users.length > 0
      ? ''
      : await threads.topicOf(message, home, () => plainText(parts[0]?.rendered.html ?? ''));
  countParts(work, message, parts.length);
  return Promise.all(
    parts.map(async (part, n) => ({
      key: n === 0 ? message.key : `${message.key} (${n + 1})`,
      message,
      sender: sender.id,
      home,
      topic,
      ...part,
      edits: n === 0 ? await editsOf(work, message, home) : [],
      isFirst: n === 0,
    })),
  );
}

function countParts({ report, accounts, emoji }: Work, message: ImportedMessage, parts: number): void {
  report.take('parts of long messages', parts - 1);
  if (message.thread === message.key) report.take('threads');
  for (const reaction of message.reactions ?? [])
    if (emoji.find(reaction.emoji) === undefined) report.skip('reactions with an unknown emoji');
    else if (accounts.has(reaction.person)) report.take('reactions');
}

async function editsOf(
  { accounts, composer }: Work,
  message: ImportedMessage,
  home: ImportHome,
): Promise<EditRow[]> {
  const rows: EditRow[] = [];
  for (const { by, at, text, topic } of message.edits ?? []) {
    const author = {
      key: message.sender,
      id: accounts.get(message.sender)?.id ?? 0,
      channel: home.channel?.key,
    };
    const [before] = text === undefined ? [] : await composer.compose(author, text, []);
    rows.push({
      by: accounts.get(by ?? '')?.id ?? null,
      at,
      content: before?.content ?? null,
      rendered: before?.rendered.html ?? null,
      topic: topic?.from ?? null,
      newTopic: topic?.to ?? null,
    });
  }
  return rows;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The words of a rendered text, without its tags. */
export function plainText(html: string): string {
  return html
    .slice(0, 4 * MAX_PLAIN)
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h\d|\/blockquote|\/td|\/pre)\b/g, ' $&')
    .replaceAll(/<[^<>]{0,4000}>?/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? ' ')
    .slice(0, MAX_PLAIN);
}
