import { expect, test } from 'vitest';
import { parseCommandLine, usageOf } from './command-line.ts';

const command = {
  name: 'npm run example',
  summary: 'Shows how a command reads its options.',
  options: {
    sends: { type: 'string', value: 'number', default: '5000', help: 'messages to send' },
    sizes: { type: 'string', value: 'numbers', help: 'sizes to measure' },
    short: { type: 'boolean', default: false, help: 'a quick run' },
  },
  example: 'npm run example -- --short',
} as const;

test('the usage shows the summary, every option with its default, and an example', () => {
  expect(usageOf(command)).toBe(`Usage: npm run example -- [options]

Shows how a command reads its options.

Options:
  --sends <number>   messages to send (default: 5000)
  --sizes <numbers>  sizes to measure
  --short            a quick run
  --help             print this text

Example:
  npm run example -- --short
`);
});

test('given options replace defaults', () => {
  const parsed = parseCommandLine(command, ['--sends', '7', '--short']);
  expect(parsed).toMatchObject({ kind: 'parsed', result: { values: { sends: '7', short: true } } });
});

test('--help asks for the usage', () => {
  expect(parseCommandLine(command, ['--help'])).toEqual({ kind: 'help' });
});

test.each([
  [['--unknown'], "Unknown option '--unknown'."],
  [['stray'], "Unexpected argument 'stray'."],
  [['--sends', 'many'], "Option --sends takes a number, not 'many'."],
  [['--sizes', '1,x'], "Option --sizes takes numbers separated by commas, not '1,x'."],
])('arguments %j are answered with one sentence', (args, sentence) => {
  expect(parseCommandLine(command, args)).toEqual({ kind: 'invalid', sentence });
});

test('a command with subcommands lists them', () => {
  const usage = usageOf({ ...command, subcommands: { send: 'messages a second' } });
  expect(usage).toContain('Commands:\n  send  messages a second\n');
});
