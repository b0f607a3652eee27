import type { NodeFigures } from './figures.ts';

const COLUMNS = ['node', 'state', 'requests/s', 'queues', 'waiting', 'behind', 'messages/s', 'events/s'];

/** One row per node: its activity between two samples, and its current state. */
export function table(
  before: readonly NodeFigures[],
  now: readonly NodeFigures[],
  head: number | undefined,
): string {
  const rows = now.map((figures, n) => {
    const rate = (name: string): string => ratePerSecond(before[n], figures, name);
    return [
      `node${n + 1}`,
      figures.state,
      rate('parley_requests_total'),
      String(figures.sum('parley_queues', 'known')),
      String(figures.sum('parley_queues', 'waiting')),
      String(figures.sum('parley_log_behind')),
      rate('parley_messages_total'),
      rate('parley_events_total'),
    ];
  });
  const lines = [COLUMNS, ...rows].map((row) => row.map((cell) => cell.padStart(11)).join(''));
  return `${lines.join('\n')}\nhead of the log: ${head ?? 'PostgreSQL is away'}`;
}

function ratePerSecond(before: NodeFigures | undefined, now: NodeFigures, name: string): string {
  if (before === undefined || now.state === 'down') return '-';
  const more = now.sum(name) - before.sum(name);
  // Counters of a restarted node begin at zero.
  return more < 0 ? '-' : ((1000 * more) / (now.at - before.at)).toFixed(0);
}
