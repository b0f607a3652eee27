import { parseJson } from '../../../../engine/parse-json.ts';
import { fromAttachments } from '../attachments.ts';
import { emojiOfCharacter } from '../emoji-names.ts';
import type { ImportedFile, ImportedMessage, ImportedPlace, Reaction, TextPiece } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { firstText, objectOf, type JsonObject } from '../values.ts';
import { fieldOf, listIn, objectIn, textIn } from './fields.ts';
import { addressOf, fromHtml, plainLink, type HtmlNames } from './html.ts';

export type TeamsReading = {
  readonly places: ReadonlyMap<string, ImportedPlace>;
  readonly report: ImportReport;
};

/** Reactions of older exports have words. */
const REACTIONS: Readonly<Record<string, string>> = {
  like: '👍',
  heart: '❤',
  laugh: '😆',
  surprised: '😮',
  sad: '😢',
  angry: '😠',
};

export function messageOf(raw: JsonObject, { places, report }: TeamsReading): ImportedMessage | undefined {
  const id = textIn(raw, 'Id');
  const home = firstText(fieldOf(objectIn(raw, 'ChannelIdentity'), 'ChannelId'), fieldOf(raw, 'ChatId'));
  const at = timeOf(raw, 'CreatedDateTime') ?? (/^\d{12,14}$/.test(id) ? Number(id) : undefined);
  const place = places.get(home);
  const sender = senderOf(raw);
  if (id === '' || at === undefined) return skip(report, 'objects without a time');
  if (textIn(raw, 'MessageType') !== 'message')
    return skip(report, 'notices of joins, names, calls and the like');
  if (timeOf(raw, 'DeletedDateTime') !== undefined) return skip(report, 'deleted messages');
  if (place === undefined) return skip(report, 'messages of channels that are not listed');
  if (sender === undefined) return skip(report, 'messages without a sender');
  const attachments = listIn(raw, 'Attachments');
  const text = textOfMessage(raw, home, attachments);
  const files = filesOf(attachments);
  const editedAt = timeOf(raw, 'LastEditedDateTime');
  const root = firstText(fieldOf(raw, 'ReplyToId'), id);
  const title = textIn(raw, 'Subject').trim();
  return {
    key: `${home} ${id}`,
    at,
    order: id.padStart(24, '0'),
    ...sender,
    place,
    ...('channel' in place ? { thread: `${home} ${root}` } : {}),
    ...(title === '' ? {} : { title }),
    text,
    original: textIn(objectIn(raw, 'Body'), 'Content'),
    files,
    ...(editedAt === undefined ? {} : { editedAt }),
    reactions: reactionsOf(raw),
  };
}

function skip(report: ImportReport, kind: string): undefined {
  report.skip(kind);
  return undefined;
}

function timeOf(raw: JsonObject, name: string): number | undefined {
  const text = textIn(raw, name);
  const time = text.length <= 40 ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function senderOf(raw: JsonObject): { sender: string; senderName?: string } | undefined {
  const from = objectIn(raw, 'From');
  const user = objectIn(from, 'User');
  const name = textIn(user, 'DisplayName');
  const key = textIn(user, 'Id');
  if (key !== '') return { sender: key, ...(name === '' ? {} : { senderName: name }) };
  const app = objectIn(from, 'Application');
  const appName = firstText(fieldOf(app, 'DisplayName'), 'App');
  const appKey = textIn(app, 'Id');
  return appKey === '' ? undefined : { sender: `app ${appKey}`, senderName: appName };
}

function textOfMessage(raw: JsonObject, home: string, attachments: readonly JsonObject[]): TextPiece[] {
  const body = objectIn(raw, 'Body');
  const content = textIn(body, 'Content');
  const names = namesOf(raw);
  const title = textIn(raw, 'Subject').trim();
  const text = textIn(body, 'ContentType') === 'html' ? fromHtml(content, names) : [content];
  return [
    ...attachments.flatMap((one) => quoteOf(one, home)),
    ...(title === '' ? [] : [`**${title.replaceAll(/[*\n]/g, ' ')}**\n`]),
    ...text,
    ...fromAttachments(attachments.filter(isCard).map(cardOf), { text: (part) => [part] }),
  ];
}

function namesOf(raw: JsonObject): HtmlNames {
  const people = new Map(
    listIn(raw, 'Mentions').map((one) => [
      String(fieldOf(one, 'Id')),
      textIn(objectIn(objectIn(one, 'Mentioned'), 'User'), 'Id'),
    ]),
  );
  return {
    mention: (id, label) => {
      const person = people.get(id) ?? '';
      return person === '' ? `@${label}` : { person, label };
    },
    link: linkTo,
  };
}

const MESSAGE = /^https:\/\/teams\.(?:microsoft|live|cloud\.microsoft)\.com\/l\/message\/([^/?]+)\/(\d+)/;

function linkTo(url: string, label: string): TextPiece {
  const [, home, id] = MESSAGE.exec(url) ?? [];
  if (home === undefined || id === undefined) return plainLink(url, label);
  return { message: `${decoded(home)} ${id}`, label, url };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A message that this one answers in a chat. */
function quoteOf(attachment: JsonObject, home: string): TextPiece[] {
  if (textIn(attachment, 'ContentType') !== 'messageReference') return [];
  const content = objectOf(parseJson(textIn(attachment, 'Content')));
  const preview = textIn(content, 'MessagePreview').replaceAll('\n', '\n> ');
  return [
    '> ',
    preview,
    ' ',
    { message: `${home} ${textIn(content, 'MessageId')}`, label: 'message' },
    '\n\n',
  ];
}

function isCard(attachment: JsonObject): boolean {
  return textIn(attachment, 'ContentType').startsWith('application/vnd.microsoft.');
}

function cardOf(attachment: JsonObject): JsonObject {
  const content = objectOf(parseJson(textIn(attachment, 'Content')));
  return {
    title: textIn(content, 'Title'),
    text: firstText(fieldOf(content, 'Text'), fieldOf(content, 'Summary')),
  };
}

/** Files are in SharePoint: the export has their addresses. */
function filesOf(attachments: readonly JsonObject[]): ImportedFile[] {
  return attachments
    .filter((one) => textIn(one, 'ContentType') === 'reference')
    .map((one) => ({
      key: textIn(one, 'Id'),
      name: firstText(fieldOf(one, 'Name'), 'file'),
      url: addressOf(textIn(one, 'ContentUrl')),
    }));
}

function reactionsOf(raw: JsonObject): Reaction[] {
  return listIn(raw, 'Reactions').flatMap((one) => {
    const type = textIn(one, 'ReactionType');
    const person = textIn(objectIn(objectIn(one, 'User'), 'User'), 'Id');
    return person === '' ? [] : [{ person, emoji: emojiOfCharacter(REACTIONS[type] ?? type) }];
  });
}
