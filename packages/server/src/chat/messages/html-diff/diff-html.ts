import { systemClock } from '../../../engine/clock.ts';
import { compareWords, type Timer } from './compare-words.ts';
import { counterpartsOf } from './counterparts.ts';
import { ChangeWriter } from './change-writer.ts';
import { readWords } from './read-words.ts';

/** In characters of both texts. Longer texts are not parsed, because that would block the event loop. */
const MAX_INPUT_LENGTH = 100_000;
/** Bounds how long a diff blocks the event loop; after this time both texts are shown whole. */
const MAX_DIFF_MS = 40;
/** Shorter texts ignore the time limit, so that a busy machine does not affect them. */
const MAX_UNTIMED_LENGTH = 10_000;
/** The part of `MAX_DIFF_MS` for comparing words; after this time the remaining words count as changed. */
const MAX_COMPARE_MS = 15;
/** In characters. Repeated elements around deleted words can make the output much longer than the input. */
const MAX_OUTPUT_LENGTH = 1_000_000;

/**
 * Shows the word-by-word changes between two rendered messages inside one `div`. Both must be safe HTML: texts that
 * are too large or too deep to compare are shown whole, as deleted and inserted.
 */
export function diffHtml(before: string, after: string, clock: Timer = systemClock): string {
  return `<div>${before === after ? after : (compared(before, after, clock) ?? whole(before, after))}</div>`;
}

function whole(before: string, after: string): string {
  return `<span class="highlight_text_inserted">${after}</span> <span class="highlight_text_deleted">${before}</span> `;
}

function compared(before: string, after: string, clock: Timer): string | null {
  const length = before.length + after.length;
  if (length > MAX_INPUT_LENGTH) return null;
  const end = clock.monotonic() + MAX_DIFF_MS;
  const isLate = (): boolean => length > MAX_UNTIMED_LENGTH && clock.monotonic() > end;
  const old = readWords(before, isLate);
  const now = old === null ? null : readWords(after, isLate);
  if (old === null || now === null) return null;
  const passages = compareWords(old, now, MAX_COMPARE_MS, clock);
  const writer = new ChangeWriter(counterpartsOf(passages));
  for (const passage of passages) {
    writer.write(passage);
    if (writer.length > MAX_OUTPUT_LENGTH || isLate()) return null;
  }
  return writer.finish();
}
