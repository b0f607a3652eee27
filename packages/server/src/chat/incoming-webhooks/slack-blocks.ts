import { badRequest } from '../../engine/api-error.ts';
import { link, paragraphs } from './markdown.ts';
import type { PayloadObject } from './payload-object.ts';
import { fromSlackMarkup } from './slack-markup.ts';

/** Blocks that are shown as nothing, because they are controls or have no counterpart. */
const SILENT_BLOCKS: ReadonlySet<string> = new Set([
  'actions',
  'input',
  'file',
  'call',
  'table',
  'contact_card',
  'condition',
]);

/** The blocks of a message as Markdown; undefined if one of them can be shown by the text of the message only. */
export function slackBlocks(blocks: readonly PayloadObject[]): string | undefined {
  if (blocks.some((block) => block.text('type') === 'rich_text')) return undefined;
  return paragraphs(...blocks.map(blockText));
}

/** The blocks that can be shown. */
export function slackBlocksWithoutRichText(blocks: readonly PayloadObject[]): string {
  return slackBlocks(blocks.filter((block) => block.text('type') !== 'rich_text')) ?? '';
}

function blockText(block: PayloadObject): string {
  const type = block.text('type');
  switch (type) {
    case 'section':
      return sectionText(block);
    case 'header':
      return `## ${plainText(block.object('text'))}`;
    case 'context':
      return block.list('elements').map(elementText).join('\n');
    case 'divider':
      return '----';
    case 'image':
      return imageLink(block);
    default:
      if (SILENT_BLOCKS.has(type)) return '';
      throw badRequest(`The payload has a block of the unknown type '${type}'.`);
  }
}

function sectionText(block: PayloadObject): string {
  const text = block.objectIf('text');
  const accessory = block.objectIf('accessory');
  return paragraphs(
    text === undefined ? '' : markupText(text),
    accessory?.textIf('type') === 'image' ? imageLink(accessory) : '',
    fieldTable((block.listIf('fields') ?? []).map(markupText)),
  );
}

/** Fields stand in two columns, as in Slack. */
function fieldTable(fields: readonly string[]): string {
  if (fields.length < 2) return fields.join('');
  const cells = fields.map((field) => field.replaceAll(/[\n|]+/g, ' ').trim());
  const rows: string[] = [];
  for (let at = 0; at < cells.length; at += 2) rows.push(`| ${cells[at] ?? ''} | ${cells[at + 1] ?? ''} |`);
  return ['| | |', '|-|-|', ...rows].join('\n');
}

function elementText(element: PayloadObject): string {
  return element.text('type') === 'image' ? imageLink(element) : markupText(element);
}

function imageLink(image: PayloadObject): string {
  const title = image.objectIf('title');
  const url = image.textIf('image_url') ?? image.textIf('slack_file.url');
  return link(title === undefined ? (image.textIf('alt_text') ?? 'image') : plainText(title), url);
}

/** A text object: plain, or with the markup of Slack. */
function markupText(text: PayloadObject): string {
  const type = text.text('type');
  if (type === 'mrkdwn') return fromSlackMarkup(text.text('text'));
  return plainText(text);
}

function plainText(text: PayloadObject): string {
  const type = text.text('type');
  if (type !== 'plain_text') throw badRequest(`The payload has a text of the unknown type '${type}'.`);
  return text.text('text');
}
