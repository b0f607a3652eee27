import type { FieldDef } from 'pg';

/** The columns of a row in JSON whose values need a conversion to what the driver would return. */
export type Conversions = readonly {
  readonly column: string;
  readonly convert: (text: string) => unknown;
}[];

/** Object identifiers of PostgreSQL's types whose JSON is parsed to what the driver returns. */
const SAME_IN_JSON = new Set([
  16, // boolean
  20, // bigint
  21, // smallint
  23, // integer
  25, // text
  114, // json
  1007, // integer[]
  1009, // text[]
  1016, // bigint[]
  1043, // varchar
  2950, // uuid
  3802, // jsonb
  4536, // int8multirange
]);

const CONVERTED = new Map<number, (text: string) => unknown>([
  [17, (text) => Buffer.from(text.slice('\\x'.length), 'hex')], // bytea
  [1184, (text) => new Date(text)], // timestamptz
]);

/** Undefined if a column has a type that is not known here. */
export function conversionsOf(
  fields: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[],
): Conversions | undefined {
  const conversions: Conversions[number][] = [];
  for (const { name: column, dataTypeID: type } of fields) {
    const convert = CONVERTED.get(type);
    if (convert !== undefined) conversions.push({ column, convert });
    else if (!SAME_IN_JSON.has(type)) return undefined;
  }
  return conversions;
}

/** Converts rows in place. */
export function convert(
  rows: Record<string, unknown>[],
  conversions: Conversions,
): Record<string, unknown>[] {
  for (const { column, convert: converted } of conversions)
    for (const row of rows) {
      const value = row[column];
      if (typeof value === 'string') row[column] = converted(value);
    }
  return rows;
}
