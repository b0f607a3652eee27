import type { IconName } from '../../parts/icons.ts';
import { later, t } from '../../words/index.ts';

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
  ['has', 'image', later('pictures'), 'image'],
  ['has', 'link', later('links'), 'link'],
  ['has', 'attachment', later('files'), 'file'],
  ['has', 'reaction', later('reactions'), 'smile'],
  ['is', 'starred', later('starred'), 'star'],
  ['is', 'mentioned', later('mentions of you'), 'at'],
  ['is', 'unread', later('unread'), 'unread'],
  ['is', 'dm', later('direct messages'), 'person'],
  ['is', 'resolved', later('resolved topics'), 'done'],
  ['is', 'followed', later('followed topics'), 'bell'],
  ['is', 'muted', later('muted topics'), 'mute'],
  ['is', 'alerted', later('your alert words'), 'alert'],
  ['in', 'home', later('everything but muted topics'), 'inbox'],
  ['channels', 'public', later('public channels'), 'hash'],
  ['channels', 'web-public', later('channels open to the web'), 'globe'],
  ['channels', 'archived', later('archived channels'), 'file'],
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
