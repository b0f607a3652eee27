import type { TextPiece } from '../form.ts';
import { linkOf } from '../compose.ts';
import { withEmoji } from '../emoji-names.ts';
import { outsideCode, replaceAll } from '../markdown-text.ts';

/** Names that texts mention. Channels are known by their names within the team. */
export type MattermostNames = {
  readonly people: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  /** Names of custom emoji. */
  readonly emoji: ReadonlySet<string>;
};

const PARTS =
  /(?<![\p{L}\p{N}@])@([a-z0-9][a-z0-9._-]*)|(?<![\p{L}\p{N}~])~([a-z0-9][a-z0-9_-]*)|\[([^[\]\n]*)\]\(([^()\s]+)\)/giu;
const ALL = new Set(['all', 'channel', 'here']);

/** Markdown of Mattermost in ours: mentions, links to channels and names of emoji differ. */
export function piecesOf(text: string, team: string, names: MattermostNames): TextPiece[] {
  return outsideCode(text, (plain) =>
    replaceAll(withEmoji(plain, names.emoji), PARTS, ([whole = '', person, channel, label, url]) => {
      if (person !== undefined) return mention(person, names.people);
      if (url !== undefined) return [linkOf(url, label ?? '')];
      const key = `${team}/${(channel ?? '').toLowerCase()}`;
      const name = names.channels.get(key);
      return name === undefined ? [whole] : [{ channel: key, label: name }];
    }),
  );
}

/** The longest name that exists; signs at its end may belong to the sentence. */
function mention(written: string, people: ReadonlyMap<string, string>): TextPiece[] {
  const lower = written.toLowerCase();
  if (ALL.has(lower)) return ['@_**all**'];
  for (let end = lower.length; end > 0; end -= 1) {
    const person = lower.slice(0, end);
    const name = people.get(person);
    if (name !== undefined) return [{ person, label: name }, written.slice(end)];
    if (!/[._-]$/.test(person)) break;
  }
  return [`@${written}`];
}
