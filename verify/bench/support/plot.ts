/** A line of a plot: its name and its points, both positive. */
export type Line = {
  readonly name: string;
  readonly color: string;
  readonly points: readonly (readonly [number, number])[];
};
export type Panel = { readonly title: string; readonly lines: readonly Line[] };

const WIDTH = 300;
const HEIGHT = 260;
const EDGE = { left: 56, right: 16, top: 34, bottom: 44 };

type Axes = 'logarithmic' | 'linear';

/** Draws panels side by side. Linear axes start at 0. */
export function plot(
  title: string,
  across: string,
  panels: readonly Panel[],
  axes: Axes = 'logarithmic',
): string {
  const width = panels.length * WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT + 50}" font-family="sans-serif" font-size="11" role="img" aria-label="${title}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="20" font-size="14" font-weight="bold" fill="#222222">${title}</text>
${panels.map((panel, place) => `<g transform="translate(${place * WIDTH} 24)">${drawn(panel, across, axes)}</g>`).join('\n')}
${legend(panels[0]?.lines ?? [])}
</svg>
`;
}

function legend(lines: readonly Line[]): string {
  return lines
    .map(
      ({ name, color }, place) =>
        `<rect x="${12 + place * 220}" y="${HEIGHT + 30}" width="14" height="4" fill="${color}"/><text x="${32 + place * 220}" y="${HEIGHT + 36}" fill="#222222">${name}</text>`,
    )
    .join('');
}

function drawn({ title, lines }: Panel, across: string, axes: Axes): string {
  const ticks = axes === 'linear' ? steps : powers;
  const part = axes === 'linear' ? linearPart : logarithmicPart;
  const xs = ticks(lines.flatMap(({ points }) => points.map(([x]) => x)));
  const ys = ticks(lines.flatMap(({ points }) => points.map(([, y]) => y)));
  const x = (value: number): number => EDGE.left + part(value, xs) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number): number =>
    HEIGHT - EDGE.bottom - part(value, ys) * (HEIGHT - EDGE.top - EDGE.bottom);
  const grid = [
    ...ys.map(
      (power) =>
        `<path d="M${EDGE.left} ${y(power)}H${WIDTH - EDGE.right}" stroke="#dddddd"/><text x="${EDGE.left - 6}" y="${y(power) + 4}" text-anchor="end" fill="#555555">${short(power)}</text>`,
    ),
    ...xs.map(
      (power) =>
        `<path d="M${x(power)} ${EDGE.top}V${HEIGHT - EDGE.bottom}" stroke="#eeeeee"/><text x="${x(power)}" y="${HEIGHT - EDGE.bottom + 16}" text-anchor="middle" fill="#555555">${short(power)}</text>`,
    ),
  ];
  const curves = lines.map(
    ({ color, points }) =>
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ')}"/>${points.map(([a, b]) => `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3" fill="${color}"/>`).join('')}`,
  );
  return `<text x="${EDGE.left}" y="24" fill="#222222">${title}</text>${grid.join('')}${curves.join('')}<text x="${(EDGE.left + WIDTH - EDGE.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle" fill="#555555">${across}</text>`;
}

function powers(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n));
}

/** Multiples of 1, 2 or 5 times a power of ten, from 0 to the first that is not below any value. */
function steps(values: readonly number[]): number[] {
  const highest = Math.max(...values);
  const power = 10 ** Math.floor(Math.log10(highest / MAX_STEPS));
  const step = [1, 2, 5, 10].map((n) => n * power).find((size) => size * MAX_STEPS >= highest) ?? highest;
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, n) => n * step);
}

const MAX_STEPS = 5;

function linearPart(value: number, ends: readonly number[]): number {
  return value / (ends.at(-1) ?? 1);
}

function logarithmicPart(value: number, ends: readonly number[]): number {
  const [low, high] = [Math.log10(ends[0] ?? 1), Math.log10(ends.at(-1) ?? 10)];
  return (Math.log10(value) - low) / (high - low);
}

function short(value: number): string {
  return value >= 1e6
    ? `${value / 1e6} M`
    : value >= 1e3
      ? `${value / 1e3} k`
      : String(Number(value.toPrecision(3)));
}
