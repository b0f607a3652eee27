import { linkOf } from '../compose.ts';
import type { TextPiece } from '../form.ts';
import { outsideCode, replaceAll } from '../markdown-text.ts';
import { textOf } from '../texts.ts';
import { firstText, type JsonObject } from '../values.ts';

/** Names that texts mention by ids. */
export type DiscordNames = {
  readonly people: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly emoji: ReadonlyMap<string, string>;
};

const PARTS =
  /<@!?([0-9]+)>|<@&([0-9]+)>|<#([0-9]+)>|<a?:([A-Za-z0-9_]+):([0-9]+)>|<t:(-?[0-9]+)(?::[A-Za-z])?>|<\/([^<>:\n]+):[0-9]+>|\[([^[\]\n]*)\]\(<?([^()<>\s]+)>?\)|(https?:\/\/[^\s<>()[\]]+)|@(everyone|here)\b/g;
const MESSAGE =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(?:[0-9]+|@me)\/[0-9]+\/([0-9]+)\/?$/;
/** Times that dates can have. */
const MAX_SECONDS = 8_640_000_000_000;

/** Markdown of Discord in ours. `mentions` are the people of the message, for exports with names instead of ids. */
export function piecesOf(text: string, mentions: readonly JsonObject[], names: DiscordNames): TextPiece[] {
  return outsideCode(blocks(text), (plain) =>
    replaceAll(plain, PARTS, (groups) => {
      const [whole = '', person, role, channel, emoji, emojiId, time, command, label, url, address, all] =
        groups;
      if (person !== undefined) return [{ person, label: names.people.get(person) ?? '' }];
      if (role !== undefined) return [{ group: role, label: names.roles.get(role) ?? 'role' }];
      if (channel !== undefined) return [{ channel, label: names.channels.get(channel) ?? 'channel' }];
      if (emoji !== undefined) return [`:${names.emoji.get(emojiId ?? '') ?? emoji}:`];
      if (time !== undefined) return [timeOf(Number(time), whole)];
      if (command !== undefined) return [`/${command}`];
      if (all !== undefined) return ['@_**all**'];
      return [linkTo(url ?? address ?? whole, label ?? '')];
    }).flatMap((piece) => (typeof piece === 'string' ? named(piece, mentions) : [piece])),
  );
}

function linkTo(url: string, label: string): TextPiece {
  const message = MESSAGE.exec(url)?.[1];
  return message === undefined ? linkOf(url, label) : { message, label, url };
}

function timeOf(seconds: number, whole: string): string {
  return Math.abs(seconds) > MAX_SECONDS ? whole : `<time:${new Date(seconds * 1000).toISOString()}>`;
}

/** Small print and quotes of the rest of a message. */
function blocks(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^-# /, ''));
  const rest = lines.findIndex((line) => line.startsWith('>>> '));
  return lines
    .map((line, n) => (rest < 0 || n < rest ? line : `> ${n === rest ? line.slice('>>> '.length) : line}`))
    .join('\n');
}

/** Mentions that the export wrote with names. */
function named(text: string, mentions: readonly JsonObject[]): TextPiece[] {
  if (!text.includes('@')) return [text];
  return mentions.reduce<TextPiece[]>(
    (pieces, user) => {
      const label = firstText(user['nickname'], user['name']);
      const person = textOf(user['id']);
      if (label === '' || person === '') return pieces;
      return pieces.flatMap((piece): TextPiece[] =>
        typeof piece === 'string'
          ? piece
              .split(`@${label}`)
              .flatMap((part, n): TextPiece[] => (n === 0 ? [part] : [{ person, label }, part]))
          : [piece],
      );
    },
    [text],
  );
}
