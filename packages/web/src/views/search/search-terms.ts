import type { NarrowTerm, State } from '@parley/client';
import { channelById } from '../../data/derived/channels.ts';
import { userById } from '../../data/derived/users.ts';
import { t } from '../../words/index.ts';
import { dayLabel } from './days.ts';
import { fixedTerm, type SearchTerm } from './fixed-terms.ts';

/** The typed text without the word that a suggestion has replaced. */
export function withoutLastWord(typed: string): string {
  return typed.replace(/\S+$/, '').trimEnd();
}

/** Splits the terms of an address into chips and the text of the field. */
export function splitTerms(terms: readonly NarrowTerm[]): {
  readonly chips: readonly SearchTerm[];
  readonly text: string;
} {
  const chips: SearchTerm[] = [];
  const words: string[] = [];
  for (const wire of terms) {
    const term = toSearchTerm(wire);
    if (term.operator === 'search' && term.negated !== true) words.push(String(term.operand));
    else chips.push(term);
  }
  return { chips, text: words.join(' ') };
}

export function joinTerms(chips: readonly SearchTerm[], text: string): NarrowTerm[] {
  const words = text.trim();
  return [...chips, ...(words === '' ? [] : [{ operator: 'search', operand: words }])] as NarrowTerm[];
}

function toSearchTerm(term: NarrowTerm): SearchTerm {
  if (Array.isArray(term)) return { operator: term[0], operand: term[1] as string };
  const { operator, operand, negated } = term;
  const single = Array.isArray(operand) ? operand.join(',') : operand;
  return { operator, operand: single, ...(negated === true ? { negated } : {}) };
}

/** Words of a chip: "not from:", "Weather bot". */
export function chipWords(
  state: State,
  term: SearchTerm,
): { readonly operator: string; readonly label: string } {
  const not = term.negated === true ? `${t('not')} ` : '';
  const userName = (): string => userById(state).get(Number(term.operand))?.full_name ?? String(term.operand);
  switch (term.operator) {
    case 'sender':
      return { operator: `${not}${t('from')}:`, label: userName() };
    case 'dm-including':
      return { operator: `${not}${t('with')}:`, label: userName() };
    case 'mentions':
      return { operator: `${not}${t('mentions')}:`, label: userName() };
    case 'channel': {
      const channel = channelById(state, Number(term.operand));
      return { operator: `${not}${t('channel')}:`, label: channel?.name ?? String(term.operand) };
    }
    case 'before':
      return { operator: `${not}${t('before')}:`, label: dayLabel(String(term.operand)) };
    case 'after':
      return { operator: `${not}${t('after')}:`, label: dayLabel(String(term.operand)) };
    case 'date':
      return { operator: `${not}${t('date')}:`, label: dayLabel(String(term.operand)) };
    default:
      return {
        operator: `${not}${term.operator}:`,
        label: fixedTerm(term)?.label ?? String(term.operand),
      };
  }
}
