/** Mistakes that the comparison must find. */
export const PLANTS = [
  'the server skips an event',
  'the server does not go back',
  'the cursor is stored ahead of the state',
  'changed messages are not stored',
] as const;
export type Plant = (typeof PLANTS)[number];
