import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeCode, openTag } from '../html.ts';
import { pushAtom } from './atom.ts';

/** `<time:2026-01-02T03:04+02:00>`: a moment that every reader sees in their own zone. */
export function time(md: MarkdownIt): void {
  md.inline.ruler.push('time', parse);
}

const SYNTAX = /<time:([^<>\n]{1,100})>/y;

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '<') return false;
  SYNTAX.lastIndex = state.pos;
  const match = SYNTAX.exec(state.src);
  if (match === null) return false;
  const value = match[1] ?? '';
  const instant = instantOf(value.trim());
  if (instant === undefined) return false;
  const datetime = `${new Date(instant).toISOString().slice(0, 19)}Z`;
  pushAtom(state, `${openTag('time', { datetime })}${escapeCode(value)}</time>`);
  state.pos += match[0].length;
  return true;
}

const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const UNIX_TIME = /^\d{1,12}(?:\.\d{1,9})?$/;
const LAST_TIME_MS = 253_402_300_799_000;

/** Milliseconds since 1970 of an ISO 8601 date or a UNIX number; a date without a zone is UTC. */
function instantOf(value: string): number | undefined {
  if (UNIX_TIME.test(value)) return within(Math.floor(Number(value)) * 1000);
  const match = ISO_TIME.exec(value);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const local = midnight.getTime() + ((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)) * 1000;
  return within(local - zoneOffset(match[7] ?? 'Z'));
}

function zoneOffset(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)) * 60_000;
}

function within(instant: number): number | undefined {
  return instant <= LAST_TIME_MS && instant >= -62_167_219_200_000 ? instant : undefined;
}
