import { parseJson } from '../../../../engine/parse-json.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { partsIn } from '../archive/lists.ts';
import type { Edit, ImportedMessage, ImportedPlace } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { isObject, numberOf, objectsOf, secondsToMs, type JsonObject } from '../values.ts';
import type { ZulipRecipient } from './channels.ts';
import { keyIn } from './tables.ts';
import { piecesOf, type Known } from './text.ts';

const READ = 1;
const STARRED = 2;
/** Named in person, or as one of a group, a topic or all. */
const MENTIONED = 8 | 16 | 32 | 64;
/** Digits of an id, so that ids as texts have the order of ids. */
const LENGTH = 16;

export type ZulipReading = {
  readonly known: Known;
  readonly recipients: ReadonlyMap<string, ZulipRecipient>;
  readonly report: ImportReport;
};

type Marks = { unread: string[]; starred: string[]; mentioned: string[]; received: string[] };

/** Messages of a file, with what their receivers marked. */
export async function* messagesIn(
  files: ArchiveFiles,
  name: string,
  reading: ZulipReading,
): AsyncGenerator<ImportedMessage> {
  const rows: JsonObject[] = [];
  const hidden = new Set<string>();
  const marks = new Map<string, Marks>();
  for await (const parts of partsIn(files, name))
    for (const { key, value } of parts) {
      if (!isObject(value)) continue;
      if (key === 'zerver_usermessage') mark(marks, hidden, value);
      if (key !== 'zerver_message') continue;
      rows.push(value);
      const place = reading.recipients.get(keyIn(value, 'recipient'));
      if (place?.kind === 'channel' && place.isHidden) hidden.add(keyIn(value, 'id'));
    }
  for (const row of rows) {
    const message = messageOf(row, marks.get(keyIn(row, 'id')), hidden, reading);
    if (message !== undefined) yield message;
  }
}

function mark(marks: Map<string, Marks>, hidden: ReadonlySet<string>, row: JsonObject): void {
  const bits = numberOf(row['flags_mask']) ?? READ;
  const message = keyIn(row, 'message');
  const isHidden = hidden.has(message);
  if ((bits & READ) > 0 && (bits & (STARRED | MENTIONED)) === 0 && !isHidden) return;
  const person = keyIn(row, 'user_profile');
  const known = marks.get(message) ?? { unread: [], starred: [], mentioned: [], received: [] };
  marks.set(message, known);
  if ((bits & READ) === 0) known.unread.push(person);
  if ((bits & STARRED) > 0) known.starred.push(person);
  if ((bits & MENTIONED) > 0) known.mentioned.push(person);
  if (isHidden) known.received.push(person);
}

function messageOf(
  row: JsonObject,
  marks: Marks | undefined,
  hidden: ReadonlySet<string>,
  reading: ZulipReading,
): ImportedMessage | undefined {
  const { report, known, recipients } = reading;
  const key = keyIn(row, 'id');
  const sender = keyIn(row, 'sender');
  const at = secondsToMs(row['date_sent']);
  const recipient = recipients.get(keyIn(row, 'recipient'));
  if (key === '' || sender === '' || at === undefined || recipient === undefined) {
    report.skip(
      recipient === undefined ? 'messages of conversations that are not listed' : 'rows that are no messages',
    );
    return undefined;
  }
  const edits = editsOf(row['edit_history'], known);
  const editedAt = edits.findLast(({ text }) => text !== undefined)?.at;
  return {
    key,
    at,
    order: key.padStart(LENGTH, '0'),
    sender,
    place: placeOf(recipient, sender),
    ...(recipient.kind === 'channel' ? { topic: textOf(row['subject']) } : {}),
    text: piecesOf(textOf(row['content']), known),
    original: textOf(row['content']),
    ...(editedAt === undefined ? {} : { editedAt }),
    edits,
    starredBy: marks?.starred ?? [],
    mentioned: marks?.mentioned ?? [],
    unreadBy: marks?.unread ?? [],
    ...(hidden.has(key) ? { receivedBy: marks?.received ?? [] } : {}),
  };
}

function placeOf(recipient: ZulipRecipient, sender: string): ImportedPlace {
  return recipient.kind === 'channel'
    ? { channel: recipient.channel }
    : { people: [...new Set([...recipient.people, sender])] };
}

/** Earlier texts and topics, the oldest first. */
function editsOf(history: unknown, known: Known): Edit[] {
  const entries = objectsOf(typeof history === 'string' ? parseJson(history) : history);
  return entries.toReversed().flatMap((entry): Edit[] => {
    const at = secondsToMs(entry['timestamp']);
    if (at === undefined) return [];
    const before = entry['prev_content'];
    const [from, to] = [entry['prev_topic'] ?? entry['prev_subject'], entry['topic']];
    return [
      {
        by: keyIn(entry, 'user_id') || undefined,
        at,
        ...(typeof before === 'string' ? { text: piecesOf(textOf(before), known) } : {}),
        ...(typeof from === 'string' && typeof to === 'string'
          ? { topic: { from: textOf(from), to: textOf(to) } }
          : {}),
      },
    ];
  });
}
