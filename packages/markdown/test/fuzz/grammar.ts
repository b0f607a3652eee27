import { cases } from '../cases.ts';
import { attacks } from './attacks.ts';
import type { Random } from './random.ts';

/** A text as the grammar gives it, or one that was damaged afterwards. */
export function randomText(random: Random): string {
  const text = random.chance(8) ? random.pick(attacks) : document(random, 0);
  const mutated = random.chance(2) ? mutate(random, text) : text;
  return random.chance(400)
    ? mutated.repeat(random.below(60) + 1).slice(0, 10_000)
    : mutated.slice(0, 10_000);
}

function document(random: Random, depth: number): string {
  return random
    .times(depth === 0 ? 3 : 2, () => block(random, depth))
    .join(random.pick(['\n', '\n\n', '\n\n\n']));
}

function block(random: Random, depth: number): string {
  const kinds = depth > 3 ? plainBlocks : [...plainBlocks, ...deepBlocks];
  return random.pick(kinds)(random, depth);
}

type Rule = (random: Random, depth: number) => string;

const plainBlocks: readonly Rule[] = [
  (random) => paragraph(random),
  (random) => `${'#'.repeat(random.below(7) + 1)} ${line(random)}`,
  (random) => random.pick(['---', '***', '* * *', '___']),
  (random) => `    ${line(random)}`,
  (random) => table(random),
  (random) => fenced(random, random.pick(languages), paragraph(random)),
  (random) => (random.chance(4) ? fenced(random, 'math', formula(random)) : line(random)),
  (random) => random.pick(cases).text,
];

const deepBlocks: readonly Rule[] = [
  (random, depth) => prefixed(document(random, depth + 1), random.pick(['> ', '>', ' > '])),
  (random, depth) =>
    fenced(random, random.pick(['quote', 'spoiler', `spoiler ${line(random)}`]), document(random, depth + 1)),
  (random, depth) =>
    random
      .times(3, () =>
        item(random, random.pick(['- ', '* ', '1. ', '+ ', '12. ']), document(random, depth + 1)),
      )
      .join('\n'),
];

const languages = ['', 'py', 'js', 'html', 'c++', 'sh', 'sql', 'x"y', '<b>', 'json', 'rust', 'yaml'];

function paragraph(random: Random): string {
  return random.times(3, () => line(random)).join('\n');
}

function line(random: Random): string {
  return random.times(5, () => random.pick(inlines)(random)).join(random.pick([' ', '', ' ', ', ']));
}

const words = [
  'hello',
  'Ada',
  'x',
  'naïve',
  '漢字',
  'مرحبا',
  '👍🏽',
  '🎉',
  '❤️',
  '&amp;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '42',
];

const inlines: readonly ((random: Random) => string)[] = [
  (random) => random.pick(words),
  (random) => random.pick(words),
  (random) => `**${line2(random)}**`,
  (random) => `*${line2(random)}*`,
  (random) => `~~${line2(random)}~~`,
  (random) => `***${line2(random)}***`,
  (random) => `\`${line2(random)}\``,
  (random) => (random.chance(6) ? `$$${formula(random)}$$` : `$$${random.pick(words)}`),
  (random) =>
    random.pick(['@**Ada Byron**', '@_**Bob Roe|11**', '@**all**', '@*support*', '@**No**', '@**|12**']),
  (random) => random.pick(['#**eng**', '#**eng>a b**', '#**my chan>**', '#**eng>x@9**', '#**no**']),
  (random) => `[${line2(random)}](${address(random)})`,
  (random) => `![${line2(random)}](${address(random)})`,
  (random) => address(random),
  (random) => `:${random.pick(['tada', 'logo', 'nosuch', '+1', 'constructor', '__proto__'])}:`,
  (random) =>
    `<time:${random.pick(['2026-01-02', '1e9', '1700000000', '2026-13-01', '2026-01-02T03:04:05+02:00', 'x'])}>`,
  (random) => `TICK-${random.below(100)}`,
  (random) => random.pick([':)', ':/', '<3', ';)', '(:']),
];

function line2(random: Random): string {
  return random.times(2, () => random.pick(words)).join(random.pick([' ', '']));
}

function address(random: Random): string {
  return random.pick([
    'https://a.example.org/p.png',
    'https://a.example.org/(x)?a=1&b="2"',
    'http://x',
    'a.example.org',
    'me@a.example.org',
    '/user_uploads/2/ab/pic.png',
    'https://chat.example.org/#narrow/x',
    'https://youtu.be/abcdefghijk',
    'javascript:alert(1)',
    'data:text/html,x',
    '<a b>',
    '#x',
    'https://a.example.org/v.mp4',
    '//evil.example.org',
    'x "title"',
    '',
  ]);
}

function formula(random: Random): string {
  return random
    .times(4, () =>
      random.pick([
        'x',
        '^2',
        String.raw`\frac{a}{b}`,
        String.raw`\error`,
        '{',
        '}',
        '_i',
        String.raw`\text{<b>}`,
        '&',
        String.raw`\href{javascript:x}{y}`,
      ]),
    )
    .join('');
}

function fenced(random: Random, language: string, body: string): string {
  const fence = random.pick(['```', '~~~', '````']);
  return `${fence}${language}\n${body}${random.chance(6) ? '' : `\n${fence}`}`;
}

function table(random: Random): string {
  const row = (): string => `| ${line2(random)} | ${random.pick(inlines)(random).replaceAll('\n', ' ')} |`;
  return `${row()}\n|${random.pick(['---', ':-:', '--:'])}|---|\n${random.times(2, row).join('\n')}`;
}

function prefixed(text: string, prefix: string): string {
  return text.replaceAll(/^/gm, prefix);
}

function item(random: Random, marker: string, text: string): string {
  return marker + text.replaceAll('\n', `\n${' '.repeat(random.pick([2, 2, marker.length, 4, 0]))}`);
}

const SPECIALS = '`*~_@#$<>&"\'()[]{}!|\\/:;=-+.\n\t \u0000\u00a0\u200d\ufe0f\u202e\ud83d';

function mutate(random: Random, text: string): string {
  let mutated = text;
  for (let count = random.below(4) + 1; count > 0; count--) {
    const at = random.below(mutated.length + 1);
    const to = Math.min(mutated.length, at + random.below(12));
    const piece = mutated.slice(at, to);
    const replacement = random.pick([
      '',
      piece + piece,
      SPECIALS[random.below(SPECIALS.length)] ?? '',
      random.pick(attacks),
      Array.from(piece).toReversed().join(''),
      piece.toUpperCase(),
    ]);
    mutated = mutated.slice(0, at) + replacement + mutated.slice(to);
  }
  return mutated.toWellFormed();
}
