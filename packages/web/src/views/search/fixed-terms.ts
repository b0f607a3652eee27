import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';

/** A term as an object; the wire knows pairs too. */
export type SearchTerm = {
  readonly operator: string;
  readonly operand: string | number;
  readonly negated?: boolean;
};

export type FixedTerm = {
  /** The term as a user types it: `has:image`. */
  readonly typed: string;
  readonly label: string;
  readonly icon: IconName;
  readonly term: SearchTerm;
};

/** Operators that take one of a few words: all that the server knows. */
const TABLE: readonly (readonly [operator: string, operand: string, label: string, icon: IconName])[] = [
  ['has', 'image', 'pictures', 'image'],
  ['has', 'link', 'links', 'link'],
  ['has', 'attachment', 'files', 'file'],
  ['has', 'reaction', 'reactions', 'smile'],
  ['is', 'starred', 'starred', 'star'],
  ['is', 'mentioned', 'mentions of you', 'at'],
  ['is', 'unread', 'unread', 'unread'],
  ['is', 'dm', 'direct messages', 'person'],
  ['is', 'resolved', 'resolved topics', 'done'],
  ['is', 'followed', 'followed topics', 'bell'],
  ['is', 'muted', 'muted topics', 'mute'],
  ['is', 'alerted', 'your alert words', 'alert'],
  ['in', 'home', 'everything but muted topics', 'inbox'],
  ['channels', 'public', 'public channels', 'hash'],
  ['channels', 'web-public', 'channels open to the web', 'globe'],
  ['channels', 'archived', 'archived channels', 'file'],
];

export function fixedTerms(): readonly FixedTerm[] {
  return TABLE.map(([operator, operand, label, icon]) => ({
    typed: `${operator}:${operand}`,
    label: t(label),
    icon,
    term: { operator, operand },
  }));
}

export function fixedTerm({ operator, operand }: SearchTerm): FixedTerm | undefined {
  return fixedTerms().find(({ typed }) => typed === `${operator}:${operand}`);
}
