import type { RawBuilder } from 'kysely';
import { parseFilter, type FilterComparison } from './filter.ts';
import { ScimError } from './scim-error.ts';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const USUAL_COUNT = 100;

/** A page of a list, as the query asks for it. */
export type Asked = {
  readonly comparisons: readonly FilterComparison[];
  /** The number of the first resource, from 1. */
  readonly startIndex: number;
  readonly count: number;
};

export type ListedPage<T> = { readonly total: number; readonly resources: readonly T[] };

export function readList(query: ReadonlyMap<string, string>, maxCount: number): Asked {
  const filter = query.get('filter');
  return {
    comparisons: filter === undefined ? [] : parseFilter(filter),
    startIndex: Math.max(1, numberIn(query, 'startIndex') ?? 1),
    count: Math.min(maxCount, Math.max(0, numberIn(query, 'count') ?? USUAL_COUNT)),
  };
}

/** Ten digits are more than any list has. */
function numberIn(query: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = query.get(name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,10}$/.test(text)) throw new ScimError(400, `${name} is a number.`, 'invalidValue');
  return Number(text);
}

export function presentList<T>({ startIndex }: Asked, { total, resources }: ListedPage<T>) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The condition of each attribute; one that the resource does not have is refused. */
export type Conditions = Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;

export function conditionsOf(
  comparisons: readonly FilterComparison[],
  known: Conditions,
): RawBuilder<boolean>[] {
  return comparisons.map(({ attribute, value }) => {
    const condition = Object.hasOwn(known, attribute) ? known[attribute] : undefined;
    if (condition === undefined)
      throw new ScimError(400, `The filter names ${attribute}, which cannot be compared.`, 'invalidFilter');
    return condition(String(value));
  });
}

/** An id of ours, or one that nothing has. */
export function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** Leaves the attributes out that the query does not want; `id` and `schemas` always stay. */
export function projected<T extends object>(resource: T, query: ReadonlyMap<string, string>): Partial<T> {
  const wanted = namesIn(query.get('attributes'));
  const unwanted = namesIn(query.get('excludedAttributes'));
  if (wanted === undefined && unwanted === undefined) return resource;
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (key === 'id' || key === 'schemas') return true;
      return wanted === undefined ? unwanted?.has(key) !== true : wanted.has(key);
    }),
  ) as Partial<T>;
}

/** Whether the query leaves an attribute out, so that it need not be read. */
export function leavesOut(query: ReadonlyMap<string, string>, attribute: string): boolean {
  const wanted = namesIn(query.get('attributes'));
  return wanted === undefined
    ? namesIn(query.get('excludedAttributes'))?.has(attribute) === true
    : !wanted.has(attribute);
}

function namesIn(text: string | undefined): Set<string> | undefined {
  if (text === undefined) return undefined;
  return new Set(text.split(',', 50).map((name) => name.trim().toLowerCase().split(/[.[]/, 1)[0] ?? ''));
}
