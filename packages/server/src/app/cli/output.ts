import { print } from './print.ts';

type Value = string | number | boolean | Date | null;
/** A line of a table; its members name the columns. */
export type Row = Readonly<Record<string, Value>>;

/** The result of a command, which is printed as a table or as JSON. */
export type Output = {
  readonly rows?: readonly Row[];
  /** One object, printed with a member in each line. */
  readonly fields?: Row;
  /** A sentence for readers; programs get `rows` or `fields`. */
  readonly text?: string;
  /** Whether the exit status is 1. */
  readonly isFailure?: boolean;
};

export function show({ rows, fields, text }: Output, isJson: boolean): void {
  if (isJson) {
    print(JSON.stringify(rows ?? fields ?? { result: text ?? '' }, undefined, 2));
    return;
  }
  if (rows !== undefined) for (const line of tableOf(rows)) print(line);
  if (fields !== undefined) for (const line of listOf(fields)) print(line);
  if (text !== undefined) print(text);
}

/** Columns as wide as their longest value; numbers end in the same place. */
function tableOf(rows: readonly Row[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? null)))];
  const widths = names.map((_, n) => Math.max(...lines.map((cells) => cells[n]?.length ?? 0)));
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === 'number'));
  return lines.map((cells) =>
    cells
      .map((cell, n) => (isNumber[n] === true ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function listOf(fields: Row): string[] {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}`);
}

/** Names of users may contain characters with which a terminal would do something. */
function textOf(value: Value): string {
  if (value === null) return '–';
  const text = value instanceof Date ? value.toISOString().replace(/\.\d+Z$/, 'Z') : String(value);
  return text.replaceAll(/\p{Cc}/gu, '?');
}
