import { globalTime, link, paragraphs } from './markdown.ts';
import type { PayloadObject } from './payload-object.ts';
import { slackBlocksWithoutRichText } from './slack-blocks.ts';
import { fromSlackMarkup } from './slack-markup.ts';

/** An attachment of a Slack message as Markdown. */
export function slackAttachment(attachment: PayloadObject): string {
  const title = attachment.textIf('title') ?? '';
  const image = attachment.textIf('image_url');
  return paragraphs(
    title === '' ? '' : `## ${link(title, attachment.textIf('title_link'))}`,
    fromSlackMarkup(attachment.textIf('pretext') ?? ''),
    fromSlackMarkup(attachment.textIf('text') ?? ''),
    (attachment.listIf('fields') ?? []).map(fieldLine).filter(Boolean).join('\n'),
    slackBlocksWithoutRichText(attachment.listIf('blocks') ?? []),
    image === undefined ? '' : link('image', image),
    fromSlackMarkup(attachment.textIf('footer') ?? ''),
    timeOf(attachment),
  );
}

function fieldLine(field: PayloadObject): string {
  const title = field.textIf('title') ?? '';
  const value = fromSlackMarkup(field.textIf('value') ?? '');
  if (title === '') return value;
  return value === '' ? `*${title}*` : `*${title}*: ${value}`;
}

function timeOf(attachment: PayloadObject): string {
  const seconds = attachment.textIf('ts');
  return seconds === undefined || seconds.trim() === '' ? '' : globalTime(Number(seconds));
}
