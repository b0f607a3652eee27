/** A panel of horizontal bars; a bar has parts that follow each other, each with its color. */
export type BarPanel = {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly parts: readonly number[] }[];
};

const WIDTH = 300;
const LINE = 44;
const TOP = 60;
const ROOM = 240;

/** Draws panels of bars side by side, with a legend for the parts. */
export function drawBars(
  title: string,
  panels: readonly BarPanel[],
  parts: readonly { readonly name: string; readonly color: string }[],
): string {
  const width = panels.length * WIDTH;
  const height = TOP + Math.max(...panels.map(({ bars }) => bars.length)) * LINE + 36;
  const legend = parts.map(
    ({ name, color }, n) =>
      `<rect x="${12 + n * 160}" y="${height - 20}" width="14" height="8" fill="${color}"/><text x="${32 + n * 160}" y="${height - 12}" fill="#222222">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img" aria-label="${title}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="20" font-size="14" font-weight="bold" fill="#222222">${title}</text>
${panels.map((panel, n) => `<g transform="translate(${12 + n * WIDTH} 0)">${drawn(panel, parts)}</g>`).join('\n')}
${legend.join('')}
</svg>
`;
}

function drawn({ title, bars }: BarPanel, parts: readonly { readonly color: string }[]): string {
  const longest = Math.max(...bars.map(({ parts: values }) => sum(values)));
  const rows = bars.map(({ name, parts: values }, n) => {
    let x = 0;
    const pieces = values.map((value, part) => {
      const piece = `<rect x="${x.toFixed(1)}" y="6" width="${((value / longest) * ROOM).toFixed(1)}" height="12" fill="${parts[part]?.color ?? '#888888'}"/>`;
      x += (value / longest) * ROOM;
      return piece;
    });
    return `<g transform="translate(0 ${TOP + n * LINE})"><text y="0" fill="#222222">${name}: ${readable(sum(values))}</text>${pieces.join('')}</g>`;
  });
  return `<text y="42" fill="#222222" font-weight="bold">${title}</text>${rows.join('')}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function readable(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
