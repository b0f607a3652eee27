import type { NarrowTerm, State } from '@parley/client';
import { decodeOperand, encodeFragment } from './text.ts';
import { operandIn, operandText, type TermParts } from './terms.ts';
import { narrowOf, narrowTerms } from '../narrow/terms.ts';
import type { Place } from './place.ts';

/** The place of a hash address such as `#narrow/channel/7-general/topic/hello`; undefined if it is none. */
export function parseAddress(hash: string, state: State): Place | undefined {
  const [view = '', ...rest] = hash.replace(/^#/, '').split('/');
  switch (view) {
    case '':
    case 'inbox':
      return { view: 'inbox' };
    case 'recent':
    case 'recent_topics':
      return { view: 'recent' };
    case 'channels': {
      const [list] = rest;
      return { view, ...(list === 'yours' || list === 'all' || list === 'archived' ? { list } : {}) };
    }
    case 'people': {
      const [list] = rest;
      return { view, ...(list === 'groups' || list === 'bots' ? { list } : {}) };
    }
    case 'catch-up':
    case 'you':
    case 'drafts':
    case 'scheduled':
      return { view };
    case 'feed':
    case 'all_messages':
      return { view: 'messages', narrow: { kind: 'all' } };
    case 'search':
      return { view: 'messages', narrow: { kind: 'search', terms: [] } };
    case 'settings':
    case 'organization':
      return { view, page: rest.map((part) => decodeOperand(part) ?? '').join('/') };
    case 'topics':
      return topicsPlace(rest, state);
    case 'narrow':
      return messagesPlace(rest, state);
    default:
      return undefined;
  }
}

/** The hash address of a place. */
export function formatAddress(place: Place, state: State): string {
  switch (place.view) {
    case 'topics':
      return `#topics/channel/${operandText('channel', place.channelId, state)}`;
    case 'channels':
      return place.list === undefined ? '#channels' : `#channels/${place.list}`;
    case 'people':
      return place.list === undefined || place.list === 'people' ? '#people' : `#people/${place.list}`;
    case 'settings':
    case 'organization':
      return `#${place.view}${place.page === '' ? '' : `/${place.page.split('/').map(encodeFragment).join('/')}`}`;
    case 'messages': {
      const near = place.near === undefined ? '' : `/near/${place.near}`;
      const at = place.with === undefined ? near : `/with/${place.with}${near}`;
      if (place.narrow.kind === 'all' && at === '') return '#feed';
      if (place.narrow.kind === 'search' && place.narrow.terms.length === 0) return '#search';
      const terms = narrowTerms(place.narrow, state.user_id ?? 0);
      return `#narrow${terms.map((term) => termText(term, state)).join('')}${at}`;
    }
    default:
      return `#${place.view}`;
  }
}

function topicsPlace([operator, operand = '']: readonly string[], state: State): Place | undefined {
  if (operator !== 'channel' && operator !== 'stream') return undefined;
  const channelId = operandIn('channel', operand, state);
  return typeof channelId === 'number' ? { view: 'topics', channelId } : undefined;
}

function messagesPlace(parts: readonly string[], state: State): Place | undefined {
  // A search that has only begun.
  if (parts.length === 0) return { view: 'messages', narrow: { kind: 'search', terms: [] } };
  const terms: TermParts[] = [];
  let near: number | undefined;
  let within: number | undefined;
  for (let n = 0; n + 1 < parts.length; n += 2) {
    const [written = '', operand = ''] = [parts[n], parts[n + 1]];
    const isNegated = written.startsWith('-');
    const operator = isNegated ? written.slice(1) : written;
    if (operator === 'near') near = idIn(operand) ?? near;
    else if (operator === 'with') within = idIn(operand) ?? within;
    else {
      const value = operandIn(operator, operand, state);
      if (value === undefined) return undefined;
      terms.push({ operator, operand: value, isNegated });
    }
  }
  const narrow = narrowOf(terms.map(asTerm), state.user_id ?? 0);
  if (narrow === undefined) return undefined;
  return {
    view: 'messages',
    narrow,
    ...(near === undefined ? {} : { near }),
    ...(within === undefined ? {} : { with: within }),
  };
}

function asTerm({ operator, operand, isNegated }: TermParts): NarrowTerm {
  const modern = MODERN[operator] ?? operator;
  return {
    operator: modern as Exclude<NarrowTerm, readonly unknown[]>['operator'],
    operand: typeof operand === 'object' ? [...operand] : operand,
    ...(isNegated ? { negated: true } : {}),
  };
}

/** Words of older links. */
const MODERN: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  pm_with: 'dm',
  'group-pm-with': 'dm-including',
  group_pm_with: 'dm-including',
  from: 'sender',
};

function termText(term: NarrowTerm, state: State): string {
  const {
    operator,
    operand,
    negated = false,
  } = Array.isArray(term) ? { operator: term[0], operand: term[1] } : term;
  return `/${negated ? '-' : ''}${operator}/${operandText(operator, operand, state)}`;
}

function idIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
