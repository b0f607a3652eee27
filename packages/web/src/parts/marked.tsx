import type { ReactElement } from 'react';
import type { MatchRange } from '../words/match.ts';

/** A text with the found parts marked. */
export function Marked({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: readonly MatchRange[];
}): ReactElement {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const pieces: ReactElement[] = [];
  let at = 0;
  for (const [from, to] of sorted) {
    if (from < at) continue;
    pieces.push(
      <span key={at}>{text.slice(at, from)}</span>,
      <mark key={`m${from}`}>{text.slice(from, to)}</mark>,
    );
    at = to;
  }
  return (
    <bdi>
      {pieces}
      {text.slice(at)}
    </bdi>
  );
}
