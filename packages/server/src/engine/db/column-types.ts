import { TypeOverrides } from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
/** `int8` is parsed to a number: ids and positions are below 2^53. */
export const columnTypes = new TypeOverrides();
columnTypes.setTypeParser(INT8, Number);
columnTypes.setTypeParser(INT8_ARRAY, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);
