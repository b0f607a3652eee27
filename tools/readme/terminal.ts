import { address, welcome } from '../demo/screen.ts';

const SIZE = { character: 8.4, line: 20, margin: 20, bar: 34 };
const COLOURS = {
  back: '#16181d',
  bar: '#23262e',
  text: '#d8dee9',
  prompt: '#8fbcbb',
  dim: '#7b8494',
  good: '#a3be8c',
};

/** Output of the first start of the demo. */
const SCREEN: readonly string[] = [
  '$ npm run demo',
  ...address('http://localhost:9800'),
  '    2.3 s  PostgreSQL with its tables',
  '   11.2 s  web client',
  '   12.1 s  server',
  '   12.5 s  16 users of all roles and two bots',
  '   13.6 s  settings, linkifiers, pictures and profiles',
  '   14.2 s  three groups and 6 channels in two folders',
  '   18.4 s  1034 messages over nine weeks',
  '   21.4 s  352 reactions and votes',
  '   21.9 s  unread topics, drafts, a reminder and a scheduled message',
  '   22.3 s  presence and status',
  ...welcome(
    {
      url: 'http://localhost:9800',
      email: 'iris@observatory.example',
      password: 'dome-6b1f0c9a27d4',
      apiKey: 'kT4bW9xYq2LsVn7RjPzE5mHcA8uFd3Gt',
    },
    '.parley/demo',
  ),
];

export function drawDemo(): string {
  const columns = Math.max(...SCREEN.map((line) => line.length));
  const width = Math.ceil(columns * SIZE.character + 2 * SIZE.margin);
  const height = SIZE.bar + SCREEN.length * SIZE.line + SIZE.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The demo in a terminal">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${COLOURS.back}"/>`,
    `<path d="M0 ${SIZE.bar}V8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${SIZE.bar - 8}z" fill="${COLOURS.bar}"/>`,
    ...['#bf616a', '#ebcb8b', '#a3be8c'].map(
      (colour, at) => `<circle cx="${20 + at * 20}" cy="${SIZE.bar / 2}" r="6" fill="${colour}"/>`,
    ),
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">`,
    ...SCREEN.map(drawLine).filter((line) => line !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawLine(line: string, at: number): string {
  if (line.trim() === '') return '';
  const y = SIZE.bar + (at + 1) * SIZE.line;
  return `<text x="${SIZE.margin}" y="${y}" fill="${colourOf(line)}">${escape(line)}</text>`;
}

function colourOf(line: string): string {
  if (line.startsWith('$')) return COLOURS.prompt;
  if (/^ +\d+\.\d s /.test(line)) return COLOURS.dim;
  return line.includes('is running') ? COLOURS.good : COLOURS.text;
}

/** SVG collapses ordinary spaces at the start of a line. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00A0');
}
