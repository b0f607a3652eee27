import { systemClock } from '../../../engine/clock.ts';
import { compareWords, type Timer } from './compare-words.ts';
import { counterpartsOf } from './counterparts.ts';
import { ChangeWriter } from './change-writer.ts';
import { readWords } from './read-words.ts';

/** Longer texts are not even parsed: that alone would hold up everybody else. */
const MAX_INPUT = 100_000;
/** The event loop is everybody's. What takes longer, because of its form or of a busy machine, is shown whole. */
const MAX_MILLISECONDS = 40;
/** What is shorter takes a part of that at most; a moment in which the machine was busy elsewhere shall not count. */
const ALWAYS_IN_TIME = 10_000;
/** Of these, what finding out which words stayed may take. Without an answer, all are shown as changed. */
const MAX_COMPARING = 15;
/** Elements around deleted words are repeated as often as needed; what grows beyond this is of use to nobody. */
const MAX_OUTPUT = 1_000_000;

/**
 * Shows how one rendered message became the other, word by word, inside one `div`. Both must be HTML that may be shown
 * as it is: what is too large or too deep to compare is shown whole, as deleted and inserted.
 */
export function diffHtml(before: string, after: string, clock: Timer = systemClock): string {
  return `<div>${before === after ? after : (compared(before, after, clock) ?? whole(before, after))}</div>`;
}

function whole(before: string, after: string): string {
  return `<span class="highlight_text_inserted">${after}</span> <span class="highlight_text_deleted">${before}</span> `;
}

function compared(before: string, after: string, clock: Timer): string | null {
  const length = before.length + after.length;
  if (length > MAX_INPUT) return null;
  const end = clock.monotonic() + MAX_MILLISECONDS;
  const isLate = (): boolean => length > ALWAYS_IN_TIME && clock.monotonic() > end;
  const old = readWords(before, isLate);
  const now = old === null ? null : readWords(after, isLate);
  if (old === null || now === null) return null;
  const passages = compareWords(old, now, MAX_COMPARING, clock);
  const writer = new ChangeWriter(counterpartsOf(passages));
  for (const passage of passages) {
    writer.write(passage);
    if (writer.length > MAX_OUTPUT || isLate()) return null;
  }
  return writer.finish();
}
