import type { TextPiece } from '../form.ts';
import { characterOf, emojiNamed } from '../emoji-names.ts';
import { firstText, numberOf, objectOf, objectsOf, type JsonObject } from '../values.ts';
import { textOf } from '../texts.ts';
import { linkOf } from '../compose.ts';
import { fromMrkdwn, linkPiece, type Labels } from './mrkdwn.ts';

const MAX_INDENT = 8;

/** Text that people typed, which blocks have without loss; undefined if the message has none. */
export function fromRichText(blocks: unknown, labels: Labels): TextPiece[] | undefined {
  const rich = objectsOf(blocks).filter(({ type }) => type === 'rich_text');
  if (rich.length === 0 || rich.length < objectsOf(blocks).length) return undefined;
  return rich.flatMap(({ elements }) => objectsOf(elements).flatMap((element) => partOf(element, labels)));
}

function partOf(element: JsonObject, labels: Labels): TextPiece[] {
  switch (element['type']) {
    case 'rich_text_section':
      return runOf(element['elements'], labels);
    case 'rich_text_list':
      return listOf(element, labels);
    case 'rich_text_quote':
      return ['\n', ...prefixed(runOf(element['elements'], labels), '> '), '\n\n'];
    case 'rich_text_preformatted':
      return [
        codeBlock(
          objectsOf(element['elements'])
            .map((part) => firstText(part['text'], part['url']))
            .join(''),
        ),
      ];
    default:
      return [];
  }
}

export function codeBlock(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `\n${fence}\n${text.replace(/\n$/, '')}\n${fence}\n`;
}

function listOf(list: JsonObject, labels: Labels): TextPiece[] {
  const indent = Math.min(Math.max(numberOf(list['indent']) ?? 0, 0), MAX_INDENT);
  const isOrdered = list['style'] === 'ordered';
  const pad = (isOrdered ? '   ' : '  ').repeat(indent);
  const first = (numberOf(list['offset']) ?? 0) + 1;
  return objectsOf(list['elements'])
    .flatMap((item, n): TextPiece[] => [
      `\n${pad}${isOrdered ? `${first + n}.` : '-'} `,
      ...prefixed(runOf(item['elements'], labels), `${pad}  `).slice(1),
    ])
    .concat(['\n']);
}

/** The prefix stands before each line. */
function prefixed(pieces: readonly TextPiece[], prefix: string): TextPiece[] {
  return [
    prefix,
    ...pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll('\n', `\n${prefix}`) : piece)),
  ];
}

function runOf(elements: unknown, labels: Labels): TextPiece[] {
  return objectsOf(elements).flatMap((element): TextPiece[] => [inlineOf(element, labels)]);
}

function inlineOf(element: JsonObject, { people, channels, emoji }: Labels): TextPiece {
  const id = (name: string): string => textOf(element[name]);
  switch (element['type']) {
    case 'text':
      return styled(textOf(element['text']), objectOf(element['style']));
    case 'link':
      return linkPiece(id('url'), textOf(element['text']));
    case 'user':
      return { person: id('user_id'), label: people.get(id('user_id')) ?? '' };
    case 'channel':
      return { channel: id('channel_id'), label: channels.get(id('channel_id')) ?? 'channel' };
    case 'usergroup':
      return { group: id('usergroup_id'), label: 'group' };
    case 'broadcast':
      return '@_**all**';
    case 'emoji':
      return emojiOf(element, emoji);
    case 'date':
      return firstText(element['fallback'], 'a date');
    default:
      return firstText(element['text'], element['value']);
  }
}

function emojiOf({ name, unicode }: JsonObject, custom: ReadonlySet<string>): string {
  const code = textOf(unicode).toLowerCase();
  if (
    /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,9}$/.test(code) &&
    code.split('-').every((point) => Number.parseInt(point, 16) <= 0x10ffff)
  )
    return characterOf(code);
  const found = emojiNamed(textOf(name), custom);
  return 'code' in found ? characterOf(found.code) : `:${found.name}:`;
}

const STYLES = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
] as const;

/** Blanks stay outside the marks. */
function styled(text: string, style: JsonObject): string {
  const inner = text.trim();
  if (inner === '') return text;
  const lead = text.slice(0, text.length - text.trimStart().length);
  const tail = text.slice(text.trimEnd().length);
  if (style['code'] === true) return `${lead}\`${inner.replaceAll('`', "'")}\`${tail}`;
  const marks = STYLES.filter(([name]) => style[name] === true).map(([, mark]) => mark);
  if (inner.includes('\n')) return text;
  return lead + marks.join('') + inner + marks.toReversed().join('') + tail;
}

/** Blocks of apps, as lines of text. */
export function fromAppBlocks(blocks: unknown, labels: Labels): TextPiece[] {
  return objectsOf(blocks).flatMap((block): TextPiece[] => {
    const text = (value: unknown): TextPiece[] => fromMrkdwn(textOf(objectOf(value)['text']), labels);
    switch (block['type']) {
      case 'rich_text':
        return objectsOf(block['elements']).flatMap((element) => partOf(element, labels));
      case 'header':
        return ['\n## ', ...text(block['text']), '\n'];
      case 'section':
        return [
          '\n',
          ...text(block['text']),
          ...objectsOf(block['fields']).flatMap((field) => [
            '\n',
            ...fromMrkdwn(textOf(field['text']), labels),
          ]),
        ];
      case 'context':
        return [
          '\n',
          ...objectsOf(block['elements']).flatMap((field) => [
            ...fromMrkdwn(textOf(field['text']), labels),
            ' ',
          ]),
        ];
      case 'divider':
        return ['\n\n---\n'];
      case 'image':
        return ['\n', linkOf(textOf(block['image_url']), firstText(block['alt_text'], 'picture'))];
      case 'markdown':
        return ['\n', textOf(block['text'])];
      default:
        return [];
    }
  });
}
