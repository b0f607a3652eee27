import { QUANTITIES } from './units.ts';

/** A request is short; the rest of a longer text is not read. */
const MAX_READ_CHARACTERS = 200;
const SIGNIFICANT_DIGITS = 7;
const LEADING_NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,2})?/i;

const HELP = [
  'I convert units. Write a number, its unit and the wanted one, such as `12 km to mi` or `100 F C`.',
  ...QUANTITIES.map(
    ({ name, units }) => `- ${name}: ${units.map(({ names }) => `\`${names[0]}\``).join(', ')}`,
  ),
].join('\n');

type KnownUnit = {
  readonly shown: string;
  readonly quantity: string;
  readonly factor: number;
  readonly offset: number;
};

const knownUnits: ReadonlyMap<string, KnownUnit> = new Map(
  QUANTITIES.flatMap(({ name, units }) =>
    units.flatMap(({ names, factor, offset = 0 }) =>
      names.map(
        (one) => [one.toLowerCase(), { shown: names[0] ?? one, quantity: name, factor, offset }] as const,
      ),
    ),
  ),
);

/** Answers a request such as `12 km to mi`. Repeats no word of the request, so that it mentions and links nothing. */
export function convert(text: string): string {
  const request = text.slice(0, MAX_READ_CHARACTERS).trim();
  const [number] = LEADING_NUMBER.exec(request) ?? [];
  if (number === undefined) return HELP;
  const [from = '', ...rest] = request.slice(number.length).trim().split(/\s+/);
  const to = isPreposition(rest[0]) && rest.length > 1 ? rest[1] : rest[0];
  if (to === undefined) return HELP;
  const [source, target] = [unitOf(from), unitOf(to)];
  if (source === undefined) return 'I do not know the first unit. Write `help` for a list.';
  if (target === undefined) return 'I do not know the second unit. Write `help` for a list.';
  if (source.quantity !== target.quantity)
    return `${source.shown} is a unit of ${source.quantity}, ${target.shown} of ${target.quantity}.`;
  const value = Number(number);
  const result = (value * source.factor + source.offset - target.offset) / target.factor;
  return `${shownNumber(value)} ${source.shown} = ${shownNumber(result)} ${target.shown}`;
}

function isPreposition(word: string | undefined): boolean {
  return word !== undefined && ['to', 'in', 'as', 'into'].includes(word.toLowerCase());
}

function unitOf(word: string): KnownUnit | undefined {
  const key = word.toLowerCase();
  return knownUnits.get(key) ?? knownUnits.get(key.replace(/s$/, ''));
}

/** Without the noise of binary fractions. */
function shownNumber(value: number): string {
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}
