import { fromAttachments } from '../attachments.ts';
import { emojiOfCharacter } from '../emoji-names.ts';
import type { ImportedFile, ImportedMessage, Reaction, TextPiece } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, isObject, objectOf, objectsOf, type JsonObject } from '../values.ts';
import type { DiscordHome } from './channels.ts';
import { piecesOf, type DiscordNames } from './text.ts';

/** Messages of people, commands and their answers; other kinds are notices. */
const TAKEN = new Set(['Default', 'Reply', '19', '20', '23']);

export type DiscordReading = {
  readonly names: DiscordNames;
  readonly report: ImportReport;
  /** The topics of threads that began with a message. */
  readonly threads: ReadonlyMap<string, string>;
};

/** The place of a file in the archive for an address in it. */
export type PathOf = (url: string) => string | undefined;

export function messageOf(
  raw: JsonObject,
  home: DiscordHome,
  reading: DiscordReading,
  pathOf: PathOf,
): ImportedMessage | undefined {
  const { report, threads } = reading;
  const key = textOf(raw['id']);
  const at = timeOf(raw['timestamp']);
  const author = objectOf(raw['author']);
  const sender = textOf(author['id']);
  if (key === '' || at === undefined) return skip(report, 'objects without a time');
  if (!TAKEN.has(textOf(raw['type']))) return skip(report, 'notices of joins, names, calls and the like');
  if (sender === '') return skip(report, 'messages without a sender');
  const text = textOfMessage(raw, author, reading.names);
  const files = filesOf(raw, pathOf);
  if (text.length === 0 && files.length === 0) return skip(report, 'messages without a text');
  if (raw['isPinned'] === true) report.skip('pins');
  const topic = home.topic ?? threads.get(key);
  const editedAt = timeOf(raw['timestampEdited']);
  return {
    key,
    at,
    order: key.padStart(24, '0'),
    sender,
    senderName: firstText(author['nickname'], author['name'], sender),
    place: home.place,
    ...('channel' in home.place && topic !== undefined ? { topic } : {}),
    text,
    original: textOf(raw['content']),
    files,
    ...(editedAt === undefined ? {} : { editedAt }),
    reactions: reactionsOf(raw, reading.names),
  };
}

function skip(report: ImportReport, kind: string): undefined {
  report.skip(kind);
  return undefined;
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function textOfMessage(raw: JsonObject, author: JsonObject, names: DiscordNames): TextPiece[] {
  const mentions = objectsOf(raw['mentions']);
  const convert = (text: string): TextPiece[] => (text.trim() === '' ? [] : piecesOf(text, mentions, names));
  const body = convert(textOf(raw['content']));
  const forwarded = isObject(raw['forwardedMessage'])
    ? quote(convert(textOf(raw['forwardedMessage']['content'])))
    : [];
  // Cards of people are previews, which the server makes itself.
  const cards =
    author['isBot'] === true ? fromAttachments(objectsOf(raw['embeds']).map(cardOf), { text: convert }) : [];
  const whole = [...body, ...forwarded, ...cards];
  return whole.length === 0 ? [] : [...replyTo(raw), ...whole];
}

function replyTo(raw: JsonObject): TextPiece[] {
  const reference = objectOf(raw['reference']);
  const message = textOf(reference['messageId']);
  if (message === '' || textOf(reference['type']) === 'Forward' || raw['type'] !== 'Reply') return [];
  return ['*in reply to* ', { message, label: 'this message' }, '\n'];
}

function quote(pieces: readonly TextPiece[]): TextPiece[] {
  if (pieces.length === 0) return [];
  return [
    '\n> ',
    ...pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll('\n', '\n> ') : piece)),
    '\n',
  ];
}

function cardOf(embed: JsonObject): JsonObject {
  return {
    author_name: objectOf(embed['author'])['name'],
    title: embed['title'],
    title_link: embed['url'],
    text: embed['description'],
    fields: objectsOf(embed['fields']).map(({ name, value }) => ({ title: name, value })),
    footer: objectOf(embed['footer'])['text'],
  };
}

function filesOf(raw: JsonObject, pathOf: PathOf): ImportedFile[] {
  const forwarded = objectOf(raw['forwardedMessage']);
  const attached = [...objectsOf(raw['attachments']), ...objectsOf(forwarded['attachments'])];
  const files = attached.map((one) => ({ one, url: textOf(one['url']), name: textOf(one['fileName']) }));
  const stickers = objectsOf(raw['stickers']).map((one) => ({
    one,
    url: textOf(one['sourceUrl']),
    name: `${firstText(one['name'], 'sticker')}.${textOf(one['format']) === 'Gif' ? 'gif' : 'png'}`,
  }));
  return [...files, ...stickers].flatMap(({ one, url, name }) => {
    const key = textOf(one['id']);
    if (key === '') return [];
    return [{ key, name: name || 'file', path: pathOf(url), url: linkWithoutKey(url) }];
  });
}

/** Keys in addresses of files end within a day. */
function linkWithoutKey(url: string): string | undefined {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function reactionsOf(raw: JsonObject, names: DiscordNames): Reaction[] {
  return objectsOf(raw['reactions']).flatMap((reaction) => {
    const emoji = objectOf(reaction['emoji']);
    const id = textOf(emoji['id']);
    const name = textOf(emoji['name']);
    const found = id === '' ? emojiOfCharacter(name) : { name: names.emoji.get(id) ?? name };
    return objectsOf(reaction['users']).map((user) => ({ person: textOf(user['id']), emoji: found }));
  });
}
