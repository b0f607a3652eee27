/** Mistakes of design that the simulation must find. They live in its adapters; the product has none of them. */
export const plantedMistakes = [
  'trusting the bus',
  'access at delivery time',
  'no idempotency',
  'pruning on send',
  'position before commit',
  'silent rewinds',
  'no epochs',
  'no jump',
] as const;
export type Planted = (typeof plantedMistakes)[number];
