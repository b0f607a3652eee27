import type { TextPiece } from './form.ts';
import { linkOf } from './compose.ts';
import { textOf } from './texts.ts';
import { firstText, objectsOf, type JsonObject } from './values.ts';

/** Conversions of the texts and the blocks of a chat to ours. */
export type AttachmentTexts = {
  readonly text: (text: string) => readonly TextPiece[];
  readonly blocks?: (blocks: unknown) => readonly TextPiece[];
};

/** Attachments of bots and quoted messages, as quotes. Previews of links are left out: the server makes its own. */
export function fromAttachments(attachments: unknown, texts: AttachmentTexts): TextPiece[] {
  return objectsOf(attachments)
    .filter((one) => !isPreview(one))
    .flatMap((attachment) => ['\n\n', ...asQuote(linesOf(attachment, texts)), '\n']);
}

function isPreview(attachment: JsonObject): boolean {
  if (attachment['is_msg_unfurl'] === true || attachment['is_share'] === true) return false;
  return (
    firstText(attachment['from_url'], attachment['original_url']) !== '' ||
    attachment['is_app_unfurl'] === true
  );
}

function linesOf(attachment: JsonObject, { text, blocks = () => [] }: AttachmentTexts): TextPiece[] {
  const lines: TextPiece[][] = [];
  const add = (...pieces: TextPiece[]): void => {
    if (pieces.some((piece) => piece !== '')) lines.push(pieces);
  };
  const author = firstText(attachment['author_name'], attachment['author_subname']);
  if (author !== '') add(`**${author.replaceAll('*', ' ')}**`);
  add(...text(textOf(attachment['pretext'])));
  const title = textOf(attachment['title']);
  if (title !== '') add(linkOf(textOf(attachment['title_link']), title));
  add(...text(textOf(attachment['text'])));
  for (const field of objectsOf(attachment['fields']))
    add(`**${textOf(field['title']).replaceAll('*', ' ')}**: `, ...text(textOf(field['value'])));
  add(...blocks(attachment['blocks']));
  const image = textOf(attachment['image_url']);
  if (image !== '') add(linkOf(image, 'picture'));
  const footer = textOf(attachment['footer']);
  if (footer !== '') add(footer);
  if (lines.length === 0) add(textOf(attachment['fallback']));
  return lines.flatMap((line, n) => (n === 0 ? line : ['\n', ...line]));
}

function asQuote(pieces: readonly TextPiece[]): TextPiece[] {
  return [
    '> ',
    ...pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll('\n', '\n> ') : piece)),
  ];
}
