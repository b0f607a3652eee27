import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './parse-csv.ts';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

test('cells come back as they were written, with commas, quotes and line breaks', () => {
  const cells = array(string({ minLength: 1 }), { minLength: 2, maxLength: 4 });
  assert(
    property(array(cells, { maxLength: 5 }), constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.map((line) => line.map(quoted).join(',')).join(end);
      expect(parseCsv(text)).toEqual(lines);
    }),
  );
});

test('files of spreadsheets are read: a byte order mark, empty lines, bare cells, no end of the last line', () => {
  const text = '\uFEFFemail,name\r\n\r\nada@example.org,"Lovelace, Ada"\r\nbob@example.org,"Bob ""B"" Bo"';
  expect(parseCsv(text)).toEqual([
    ['email', 'name'],
    ['ada@example.org', 'Lovelace, Ada'],
    ['bob@example.org', 'Bob "B" Bo'],
  ]);
});
