import type { IconName } from '../../parts/icons.ts';
import { msg, t } from '../../words/index.ts';

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
  ['has', 'image', msg('pictures'), 'image'],
  ['has', 'link', msg('links'), 'link'],
  ['has', 'attachment', msg('files'), 'file'],
  ['has', 'reaction', msg('reactions'), 'smile'],
  ['is', 'starred', msg('starred'), 'star'],
  ['is', 'mentioned', msg('mentions of you'), 'at'],
  ['is', 'unread', msg('unread'), 'unread'],
  ['is', 'dm', msg('direct messages'), 'person'],
  ['is', 'resolved', msg('resolved topics'), 'done'],
  ['is', 'followed', msg('followed topics'), 'bell'],
  ['is', 'muted', msg('muted topics'), 'mute'],
  ['is', 'alerted', msg('your alert words'), 'alert'],
  ['in', 'home', msg('everything but muted topics'), 'inbox'],
  ['channels', 'public', msg('public channels'), 'hash'],
  ['channels', 'web-public', msg('channels open to the web'), 'globe'],
  ['channels', 'archived', msg('archived channels'), 'file'],
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
