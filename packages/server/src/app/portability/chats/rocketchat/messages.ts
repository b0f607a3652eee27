import { fromAttachments } from '../attachments.ts';
import { emojiNamed } from '../emoji-names.ts';
import type { ImportedFile, ImportedMessage, Reaction, TextPiece } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, isObject, numberOf, objectOf, objectsOf, textsOf, type JsonObject } from '../values.ts';
import type { RoomHome } from './rooms.ts';
import { linkTo, piecesOf, type RocketNames } from './text.ts';

export type RocketReading = {
  readonly names: RocketNames;
  readonly homes: ReadonlyMap<string, RoomHome>;
  readonly report: ImportReport;
  readonly pathOf: (id: string) => string | undefined;
};

export function messageOf(raw: JsonObject, reading: RocketReading): ImportedMessage | undefined {
  const { report, homes, names } = reading;
  const key = textOf(raw['_id']);
  const at = numberOf(raw['ts']);
  const kind = textOf(raw['t']);
  const home = homes.get(textOf(raw['rid']));
  if (key === '' || at === undefined) return skip(report, 'documents without a time');
  if (raw['_hidden'] === true) return skip(report, 'earlier versions and deleted messages');
  if (kind === 'e2e' || isObject(raw['content'])) return skip(report, 'encrypted messages');
  if (kind !== '') return skip(report, 'notices of joins, names, calls and the like');
  if (home === undefined) return skip(report, 'messages of rooms that are not taken');
  const sender = senderOf(raw);
  if (sender === undefined) return skip(report, 'messages without a sender');
  const text = textOfMessage(raw, names);
  const files = filesOf(raw, reading);
  if (text.length === 0 && files.length === 0) return skip(report, 'messages without a text');
  if (raw['pinned'] === true) report.skip('pins');
  const editedAt = numberOf(raw['editedAt']);
  return {
    key,
    at,
    ...sender,
    place: home.place,
    ...(home.topic === undefined ? {} : { topic: home.topic }),
    ...threadOf(raw, key),
    text,
    original: textOf(raw['msg']),
    files,
    ...(editedAt === undefined ? {} : { editedAt }),
    reactions: reactionsOf(raw, names),
    starredBy: objectsOf(raw['starred']).map((one) => textOf(one['_id'])),
  };
}

function skip(report: ImportReport, kind: string): undefined {
  report.skip(kind);
  return undefined;
}

/** Integrations show a name of their own. */
function senderOf(raw: JsonObject): { sender: string; senderName?: string } | undefined {
  const user = objectOf(raw['u']);
  const alias = textOf(raw['alias']);
  if (alias !== '' && isObject(raw['bot']))
    return { sender: `alias ${alias.slice(0, 200)}`, senderName: alias };
  const sender = textOf(user['_id']);
  const name = firstText(user['name'], user['username']);
  return sender === '' ? undefined : { sender, ...(name === '' ? {} : { senderName: name }) };
}

function threadOf(raw: JsonObject, key: string): { thread?: string } {
  const root = textOf(raw['tmid']);
  if (root !== '') return { thread: root };
  return (numberOf(raw['tcount']) ?? 0) > 0 ? { thread: key } : {};
}

function textOfMessage(raw: JsonObject, names: RocketNames): TextPiece[] {
  const convert = (text: string): TextPiece[] => (text.trim() === '' ? [] : piecesOf(text, names));
  const attachments = objectsOf(raw['attachments']);
  const isFile = (one: JsonObject): boolean => textOf(one['title_link']).startsWith('/file-upload/');
  const quotes = attachments.filter((one) => textOf(one['message_link']) !== '');
  const others = attachments.filter((one) => !isFile(one) && !quotes.includes(one));
  return [
    ...quotes.flatMap((one) => quoteOf(one, convert)),
    ...convert(textOf(raw['msg'])),
    ...attachments.filter(isFile).flatMap((one) => convert(textOf(one['description']))),
    ...fromAttachments(others, { text: convert }),
  ];
}

function quoteOf(quote: JsonObject, convert: (text: string) => TextPiece[]): TextPiece[] {
  const author = firstText(quote['author_name'], 'somebody').replaceAll(/[*\n]/g, ' ');
  return [
    `> **${author}** `,
    linkTo(textOf(quote['message_link']), 'wrote'),
    ':\n> ',
    ...convert(textOf(quote['text'])).map((piece) =>
      typeof piece === 'string' ? piece.replaceAll('\n', '\n> ') : piece,
    ),
    '\n\n',
  ];
}

/** Smaller copies of pictures are left out: the server makes its own. */
function filesOf(raw: JsonObject, { pathOf }: RocketReading): ImportedFile[] {
  const listed = objectsOf(raw['files']);
  const files = listed.length > 0 ? listed : objectsOf([raw['file']]);
  return files
    .filter((file) => file['typeGroup'] !== 'thumb')
    .flatMap((file) => {
      const key = textOf(file['_id']);
      return key === '' ? [] : [{ key, name: firstText(file['name'], 'file'), path: pathOf(key) }];
    });
}

function reactionsOf(raw: JsonObject, names: RocketNames): Reaction[] {
  return Object.entries(objectOf(raw['reactions'])).flatMap(([name, value]) =>
    textsOf(objectOf(value)['usernames']).map((username) => ({
      person: names.people.get(username) ?? `@${username}`,
      emoji: emojiNamed(name, names.emoji),
    })),
  );
}
