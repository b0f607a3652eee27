import type { Traffic } from './traffic.ts';

/** Everything that is wrong with what the clients of an organization received. */
export function judge({ organization: { name }, sent, received, refusals }: Traffic): string[] {
  const problems = refusals.map((refusal) => `${name}: a send was refused: ${refusal}`);
  const ids = new Map(sent.map(({ id, text }) => [text, id]));
  if (new Set(sent.map(({ id }) => id)).size !== sent.length) problems.push(`${name}: two sends have one id`);
  for (const [reader, got] of received.entries()) {
    const label = `${name}, reader ${reader}`;
    const texts = new Set(got.map(({ text }) => text));
    const lost = sent.filter(({ text }) => !texts.has(text));
    if (lost.length > 0)
      problems.push(`${label}: ${lost.length} of ${sent.length} messages lost, such as "${lost[0]?.text}"`);
    if (texts.size !== got.length) problems.push(`${label}: ${got.length - texts.size} messages duplicated`);
    if (got.some(({ id }, n) => n > 0 && id <= (got[n - 1]?.id ?? 0)))
      problems.push(`${label}: messages out of order`);
    if (got.some(({ text }) => !text.startsWith(`${name} `)))
      problems.push(`${label}: messages of another organization`);
    if (got.some(({ id, text }) => ids.has(text) && ids.get(text) !== id))
      problems.push(`${label}: messages with another id than acknowledged`);
  }
  return problems;
}

/** The longest send that was in progress during a time. */
export function longestSend({ sent }: Traffic, from: number, to: number): number {
  const lengths = sent.filter((one) => one.at >= from && one.from <= to).map((one) => one.at - one.from);
  return Math.max(0, ...lengths);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
