import type { Traffic } from './traffic.ts';

const WIDTH = 640;
const HEIGHT = 240;
const EDGE = { left: 48, right: 16, top: 40, bottom: 40 };
const STEP_MS = 200;
const MARGIN_MS = 1_000;

/** Sends and deliveries per second during a move, over time. */
export function plotMove({ sent, received }: Traffic, from: number, to: number): string {
  const [start, end] = [from - MARGIN_MS, to + MARGIN_MS];
  const lines = [
    { name: 'acknowledged sends', color: '#1f6feb', points: perSecond(sent, start, end) },
    { name: 'deliveries to one queue', color: '#d1541f', points: perSecond(received[0] ?? [], start, end) },
  ];
  const highest = Math.max(1, ...lines.flatMap(({ points }) => points));
  const x = (n: number): number =>
    EDGE.left + (n / Math.max(1, (lines[0]?.points.length ?? 1) - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number): number =>
    HEIGHT - EDGE.bottom - (value / highest) * (HEIGHT - EDGE.top - EDGE.bottom);
  const seconds = Math.floor((end - start) / 1_000);
  const ticks = Array.from({ length: seconds + 1 }, (_, second) => {
    const at = x((second * 1_000) / STEP_MS);
    return `<path d="M${at.toFixed(1)} ${EDGE.top}V${HEIGHT - EDGE.bottom}" stroke="#eeeeee"/><text x="${at.toFixed(1)}" y="${HEIGHT - 24}" text-anchor="middle" fill="#555555">${second}</text>`;
  });
  const levels = [0, 0.5, 1].map(
    (part) =>
      `<path d="M${EDGE.left} ${y(part * highest)}H${WIDTH - EDGE.right}" stroke="#dddddd"/><text x="${EDGE.left - 6}" y="${y(part * highest) + 4}" text-anchor="end" fill="#555555">${Math.round(part * highest)}</text>`,
  );
  const curves = lines.map(
    ({ name, color, points }, place) =>
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/><rect x="${EDGE.left + place * 200}" y="28" width="14" height="4" fill="${color}"/><text x="${EDGE.left + 20 + place * 200}" y="34" fill="#222222">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="One move over time">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="18" font-size="14" font-weight="bold" fill="#222222">One move over time: per second</text>
${ticks.join('')}${levels.join('')}${curves.join('')}
<text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle" fill="#555555">seconds</text>
</svg>
`;
}

function perSecond(events: readonly { readonly at: number }[], start: number, end: number): number[] {
  const counts = Array.from({ length: Math.ceil((end - start) / STEP_MS) }, () => 0);
  for (const { at } of events) {
    const place = Math.floor((at - start) / STEP_MS);
    if (place >= 0 && place < counts.length) counts[place] = (counts[place] ?? 0) + 1_000 / STEP_MS;
  }
  return counts;
}
