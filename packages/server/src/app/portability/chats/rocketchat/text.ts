import { linkOf } from '../compose.ts';
import { withEmoji } from '../emoji-names.ts';
import type { TextPiece } from '../form.ts';
import { outsideCode, replaceAll } from '../markdown-text.ts';

/** Names that texts mention: ids of people and rooms by their names. */
export type RocketNames = {
  readonly people: ReadonlyMap<string, string>;
  readonly rooms: ReadonlyMap<string, string>;
  readonly emoji: ReadonlySet<string>;
};

const PARTS =
  /(?<![\p{L}\p{N}@])@([0-9A-Za-z][0-9A-Za-z._-]*)|(?<![\p{L}\p{N}#])#([0-9A-Za-z][0-9A-Za-z._-]*)|<(https?:[^\s<>|]+)\|([^<>\n]*)>|\[([^[\]\n]*)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>()[\]]+)/gu;
const ALL = new Set(['all', 'here']);
const MESSAGE = /^https?:\/\/[^\s?#]+\?(?:[^\s#]*&)?msg=([0-9A-Za-z]{10,30})(?:&|$)/;

/** Texts of Rocket.Chat in our Markdown. */
export function piecesOf(text: string, names: RocketNames): TextPiece[] {
  return outsideCode(text, (plain) =>
    replaceAll(marked(withEmoji(plain, names.emoji)), PARTS, (groups) => {
      const [whole = '', person, room, url, title, label, target, address] = groups;
      if (person !== undefined) return mention(person, names);
      if (room !== undefined) return channelOf(room, names);
      if (url !== undefined) return [linkTo(url, title ?? '')];
      // A quote begins with a link without a label; its text comes as an attachment.
      if (target !== undefined)
        return label?.trim() === '' && MESSAGE.test(target) ? [] : [linkTo(target, label ?? '')];
      return [linkTo(address ?? whole, '')];
    }),
  );
}

function mention(written: string, { people }: RocketNames): TextPiece[] {
  if (ALL.has(written)) return ['@_**all**'];
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const person = people.get(name);
    if (person !== undefined) return [{ person, label: name }, written.slice(name.length)];
    if (!/[._-]$/.test(name)) break;
  }
  return [`@${written}`];
}

function channelOf(written: string, { rooms }: RocketNames): TextPiece[] {
  let name = written;
  while (/[._-]$/.test(name)) name = name.slice(0, -1);
  const found = [written, name].find((one) => rooms.has(one));
  const channel = rooms.get(found ?? '');
  if (found === undefined || channel === undefined) return [`#${written}`];
  return [{ channel, label: found }, written.slice(found.length)];
}

export function linkTo(url: string, label: string): TextPiece {
  const message = MESSAGE.exec(url)?.[1];
  return message === undefined ? linkOf(url, label) : { message, label, url };
}

/** Single marks are strong and struck texts there. */
function marked(text: string): string {
  return text
    .replaceAll(/(?<![*\p{L}\p{N}])\*(?![*\s])([^*\n]+)\*(?![*\p{L}\p{N}])/gu, '**$1**')
    .replaceAll(/(?<![_\p{L}\p{N}])_(?![_\s])([^_\n]+)_(?![_\p{L}\p{N}])/gu, '*$1*')
    .replaceAll(/(?<![~\p{L}\p{N}])~(?![~\s])([^~\n]+)~(?![~\p{L}\p{N}])/gu, '~~$1~~');
}
