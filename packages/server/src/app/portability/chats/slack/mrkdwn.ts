import type { TextPiece } from '../form.ts';
import { linkOf } from '../compose.ts';
import { withEmoji } from '../emoji-names.ts';

/** Labels that the archive has for its keys. */
export type Labels = {
  readonly people: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  /** Names of custom emoji. */
  readonly emoji: ReadonlySet<string>;
};

/** Texts of Slack in our Markdown. Code stays as it is, and entities are decoded last. */
export function fromMrkdwn(text: string, labels: Labels): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const { kind, body } of tokensOf(quoted(text)))
    if (kind === 'block')
      pieces.push(`\n\`\`\`\n${decoded(body).replace(/^\n/, '').replace(/\n$/, '')}\n\`\`\`\n`);
    else if (kind === 'code') pieces.push(`\`${decoded(body)}\``);
    else if (kind === 'angle') pieces.push(pieceOf(body, labels));
    else pieces.push(decoded(withMarks(withEmoji(body, labels.emoji))));
  return pieces;
}

type Token = { readonly kind: 'text' | 'block' | 'code' | 'angle'; readonly body: string };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const nextOf = finder(text);
  let plain = 0;
  const take = (from: number, to: number, kind: Token['kind'], body: string): void => {
    if (from > plain) tokens.push({ kind: 'text', body: text.slice(plain, from) });
    tokens.push({ kind, body });
    plain = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign !== '`' && sign !== '<') continue;
    const isBlock = text.startsWith('```', at);
    const [open, close] = isBlock ? ['```', '```'] : sign === '`' ? ['`', '`'] : ['<', '>'];
    const end = nextOf(close, at + open.length);
    if (end < 0 || end === at + open.length) continue;
    const body = text.slice(at + open.length, end);
    if (!isBlock && body.includes('\n')) continue;
    take(at, end + close.length, isBlock ? 'block' : sign === '`' ? 'code' : 'angle', body);
    at = plain - 1;
  }
  if (plain < text.length) tokens.push({ kind: 'text', body: text.slice(plain) });
  return tokens;
}

/** Finds the next place of a sign; places that are asked for ascend, so all searches together read the text once. */
function finder(text: string): (sign: string, from: number) => number {
  const found = new Map<string, number>();
  return (sign, from) => {
    const known = found.get(sign);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const next = text.indexOf(sign, from);
    found.set(sign, next);
    return next;
  };
}

/** `<@U1>`, `<#C1|general>`, `<!here>`, `<!date^…|fallback>`, `<https://…|label>`. */
function pieceOf(body: string, { people, channels }: Labels): TextPiece {
  const bar = body.indexOf('|');
  const target = bar < 0 ? body : body.slice(0, bar);
  const label = bar < 0 ? '' : decoded(body.slice(bar + 1));
  const key = target.slice(1);
  if (/^@[UW]/.test(target)) return { person: key, label: label || (people.get(key) ?? '') };
  if (/^#[CG]/.test(target)) return { channel: key, label: label || (channels.get(key) ?? 'channel') };
  if (target.startsWith('!subteam^'))
    return { group: target.slice('!subteam^'.length), label: label.replace(/^@/, '') || 'group' };
  if (target.startsWith('!date^')) return label || 'a date';
  if (/^[!@](?:here|channel|everyone)$/.test(target)) return `@_**all**`;
  return linkPiece(decoded(target), label);
}

const MESSAGE =
  /^https:\/\/[a-z0-9-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?|$)/;

/** A link to a message of the workspace, or any link. */
export function linkPiece(target: string, label: string): TextPiece {
  const [, channel, seconds, part] = MESSAGE.exec(target) ?? [];
  return channel === undefined
    ? linkOf(target, label)
    : { message: `${channel} ${seconds}.${part}`, label, url: target };
}

export function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** `> ` stands before each line of a quote; `>>>` quotes everything behind it. */
function quoted(text: string): string {
  let isRest = false;
  return text
    .split('\n')
    .map((line) => {
      if (!isRest && line.startsWith('&gt;&gt;&gt;')) {
        isRest = true;
        return `> ${line.slice('&gt;&gt;&gt;'.length).trimStart()}`;
      }
      if (isRest) return `> ${line}`;
      return line.startsWith('&gt;') ? `> ${line.slice('&gt;'.length).trimStart()}` : line;
    })
    .join('\n');
}

const MARKS: Readonly<Record<string, string>> = { '*': '**', _: '*', '~': '~~' };
/** Characters within a mark. */
const MAX_SPAN = 500;

/** Marks count at the borders of words only. */
export function withMarks(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const mark = MARKS[sign];
    const end =
      mark === undefined || !isBorder(text[at - 1]) || isSpace(text[at + 1]) ? -1 : endOf(text, sign, at);
    if (end < 0) out += sign;
    else {
      out += `${mark}${withMarks(text.slice(at + 1, end))}${mark}`;
      at = end;
    }
  }
  return out;
}

function endOf(text: string, sign: string, at: number): number {
  const last = Math.min(text.length, at + MAX_SPAN);
  for (let end = at + 2; end < last; end += 1) {
    if (text[end] === '\n') return -1;
    if (text[end] === sign && !isSpace(text[end - 1]) && isBorder(text[end + 1])) return end;
  }
  return -1;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

function isBorder(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}
