import { expect, test } from 'vitest';
import { convert } from './converter.ts';
import { QUANTITIES } from './units.ts';

test.each([
  ['12 km to mi', '12 km = 7.456454 mi'],
  ['12km mi', '12 km = 7.456454 mi'],
  ['100 F in C', '100 °F = 37.77778 °C'],
  ['-40 °c °f', '-40 °C = -40 °F'],
  ['0 celsius as kelvin', '0 °C = 273.15 K'],
  ['.5 in in', '0.5 in = 0.5 in'],
  ['30 cm in in', '30 cm = 11.81102 in'],
  ['3 Feet into METRES', '3 ft = 0.9144 m'],
  ['2 weeks hours', '2 week = 336 h'],
  ['1e3 MiB GB please', '1000 MiB = 1.048576 GB'],
  ['100 km/h m/s', '100 km/h = 27.77778 m/s'],
  ['5 m kg', 'm is a unit of length, kg of mass.'],
])('%s is answered by %s', (request, answer) => {
  expect(convert(request)).toBe(answer);
});

test.each(['', 'help', 'km to mi', '5', '5 km', '@**all** 5 km'])('%j is answered by help', (request) => {
  expect(convert(request)).toContain('`12 km to mi`');
});

test('a reply repeats no unknown word', () => {
  expect(convert('5 @**all** m')).toBe('I do not know the first unit. Write `help` for a list.');
  expect(convert('5 m [x](https://x.example)')).toBe(
    'I do not know the second unit. Write `help` for a list.',
  );
});

test('no two units have a name in common', () => {
  const names = QUANTITIES.flatMap(({ units }) => units.flatMap((unit) => unit.names));
  const keys = names.map((name) => name.toLowerCase());
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
