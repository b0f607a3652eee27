import { createHash } from 'node:crypto';
import { fromAttachments } from '../attachments.ts';
import { emojiNamed } from '../emoji-names.ts';
import type { ImportedFile, ImportedMessage, ImportedPlace, TextPiece } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, objectOf, objectsOf, textsOf, type JsonObject } from '../values.ts';
import { keyOf } from './people.ts';
import { piecesOf, type MattermostNames } from './text.ts';

export type PostReading = {
  readonly names: MattermostNames;
  readonly report: ImportReport;
  readonly pathOf: (path: string) => string | undefined;
};

/** The place of a post, and the team whose names its texts mean. */
export type PostHome = { readonly place: ImportedPlace; readonly key: string; readonly team: string };

/** A post with its replies, which are in no order. */
export function messagesOf(post: JsonObject, home: PostHome, reading: PostReading): ImportedMessage[] {
  const replies = objectsOf(post['replies']);
  const root = messageOf(post, home, reading);
  const thread = replies.length === 0 ? undefined : keyOfPost(post, home);
  return [root, ...replies.map((reply) => messageOf(reply, home, reading))].flatMap((message) =>
    message === undefined ? [] : [thread === undefined ? message : { ...message, thread }],
  );
}

/** The export has no ids: place, time and sender stand for one, as a hash, because the name of a person is in them. */
function keyOfPost(post: JsonObject, { key }: PostHome): string {
  const whole = `${key} ${String(numberOf(post['create_at']))} ${keyOf(post['user'])}`;
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}

function messageOf(post: JsonObject, home: PostHome, reading: PostReading): ImportedMessage | undefined {
  const { report } = reading;
  const at = numberOf(post['create_at']);
  const kind = textOf(post['type']);
  if (kind.startsWith('system_')) return skip(report, 'notices of joins, names and the like');
  if (at === undefined) return skip(report, 'posts without a time');
  const sender = senderOf(post);
  if (sender === undefined) return skip(report, 'messages without a sender');
  const text = textOfPost(post, kind, home.team, reading);
  const files = filesOf(post, reading);
  if (text.length === 0 && files.length === 0) return skip(report, 'posts without a text');
  if (post['is_pinned'] === true) report.skip('pins');
  const editedAt = numberOf(post['edit_at']) ?? 0;
  return {
    key: keyOfPost(post, home),
    hasWeakKey: true,
    at,
    order: createHash('sha256').update(textOf(post['message'])).digest('hex').slice(0, 16),
    ...sender,
    place: home.place,
    text,
    original: textOf(post['message']),
    files,
    ...(editedAt > 0 ? { editedAt } : {}),
    reactions: objectsOf(post['reactions']).map((one) => ({
      person: keyOf(one['user']),
      emoji: emojiNamed(textOf(one['emoji_name']), reading.names.emoji),
    })),
    starredBy: textsOf(post['flagged_by']).map(keyOf),
  };
}

function skip(report: ImportReport, kind: string): undefined {
  report.skip(kind);
  return undefined;
}

/** Webhooks write in the name of a person and show another one. */
function senderOf(post: JsonObject): { sender: string; senderName?: string } | undefined {
  const props = objectOf(post['props']);
  const shown = textOf(props['override_username']);
  if (String(props['from_webhook']) === 'true' && shown !== '')
    return { sender: `webhook ${shown.slice(0, 200)}`, senderName: shown };
  const sender = keyOf(post['user']);
  return sender === '' ? undefined : { sender };
}

function textOfPost(
  post: JsonObject,
  kind: string,
  team: string,
  { names }: PostReading,
): readonly TextPiece[] {
  const convert = (text: string): TextPiece[] => (text === '' ? [] : piecesOf(text, team, names));
  const body = convert(firstText(post['message']));
  return [
    ...(kind === 'me' && body.length > 0 ? ['/me '] : []),
    ...body,
    ...fromAttachments(objectOf(post['props'])['attachments'], { text: convert }),
  ];
}

function filesOf(post: JsonObject, { pathOf }: PostReading): ImportedFile[] {
  return objectsOf(post['attachments']).flatMap((attachment) => {
    const path = textOf(attachment['path']);
    if (path === '') return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    return [{ key: path, name, path: pathOf(path) }];
  });
}
