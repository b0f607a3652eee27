import { items, success, type Item } from '../expect.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { World } from '../world.ts';

export const NEWEST = 10_000_000_000_000_000;

type Operand = string | number | readonly number[];
export type Term = { readonly operator: string; readonly operand: Operand; readonly negated?: boolean };

/** A term of a search; a minus before the operator negates it. */
export function term(operator: string, operand: Operand): Term {
  return operator.startsWith('-')
    ? { operator: operator.slice(1), operand, negated: true }
    : { operator, operand };
}

export function askMessages(w: World, as: Credentials, query: Item): Promise<Answer> {
  return w.ask('GET', '/messages', { as, query });
}

/** The newest messages that match a search. */
export async function matching(
  w: World,
  as: Credentials,
  narrow: readonly unknown[],
  query: Item = {},
): Promise<readonly Item[]> {
  return items(
    success(await askMessages(w, as, { anchor: 'newest', num_before: 100, num_after: 0, narrow, ...query })),
    'messages',
  );
}

/** The same as ids, among some messages only: the server may have written others. */
export async function found(
  w: World,
  as: Credentials,
  among: readonly number[],
  ...narrow: readonly Term[]
): Promise<number[]> {
  return (await matching(w, as, narrow)).map(({ id }) => Number(id)).filter((id) => among.includes(id));
}

export async function messageOf(w: World, as: Credentials, id: number, query: Item = {}): Promise<Item> {
  return success(await w.ask('GET', `/messages/${id}`, { as, query })).at('message') as Item;
}
