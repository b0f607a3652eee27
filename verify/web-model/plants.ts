/** Mistakes that the comparison must find. */
export const PLANTS = [
  'the server skips an event',
  'the server does not go back',
  'the cursor is stored ahead of the state',
  'changed messages are not stored',
  'an exception of a listener ends the session',
  'a window without subscription is not fetched anew',
] as const;
export type Plant = (typeof PLANTS)[number];
