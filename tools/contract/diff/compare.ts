import type { Kind, Shape } from './shape.ts';

/** One difference between our contract and the record. Its name is unique and stable. */
export type Difference = { readonly name: string; readonly ours: string; readonly recorded: string };

/**
 * Compares two shapes. Responses may promise more than the record (a field that is always there, fewer values) but not
 * less. Accepted parameters must be the same.
 */
export function compareShapes(
  side: 'sent' | 'accepted',
  where: string,
  ours: Shape,
  recorded: Shape,
): Difference[] {
  const place = ours.name ?? where;
  const found = compareKinds(side, place, ours, recorded);
  if (ours.items !== null && recorded.items !== null)
    found.push(...compareShapes(side, `${place}[]`, ours.items, recorded.items));
  if (ours.values !== null && recorded.values !== null)
    found.push(...compareShapes(side, `${place}{}`, ours.values, recorded.values));
  if (ours.fields !== null && recorded.fields !== null)
    found.push(...compareFields(side, place, ours.fields, recorded.fields));
  return found;
}

type Fields = NonNullable<Shape['fields']>;

function compareFields(
  side: 'sent' | 'accepted',
  where: string,
  ours: Fields,
  recorded: Fields,
): Difference[] {
  const found: Difference[] = [];
  for (const name of new Set([...ours.keys(), ...recorded.keys()])) {
    const place = `${where}.${name}`;
    const left = ours.get(name);
    const right = recorded.get(name);
    if (left === undefined)
      found.push({ name: `${place}: missing`, ours: '–', recorded: describeShape(right?.shape) });
    else if (right === undefined)
      found.push({ name: `${place}: not recorded`, ours: describeShape(left.shape), recorded: '–' });
    else {
      if (right.required ? !left.required : side === 'accepted' && left.required)
        found.push({ name: `${place}: required`, ours: need(left.required), recorded: need(right.required) });
      found.push(...compareShapes(side, place, left.shape, right.shape));
    }
  }
  return found;
}

function compareKinds(side: 'sent' | 'accepted', where: string, ours: Shape, recorded: Shape): Difference[] {
  if (recorded.kinds.size === 0) return [];
  const same = side === 'accepted';
  const added = [...ours.kinds.keys()].filter((kind) => !has(recorded, kind));
  const dropped = same ? [...recorded.kinds.keys()].filter((kind) => !ours.kinds.has(kind)) : [];
  if (added.length > 0 || dropped.length > 0)
    return [{ name: `${where}: type`, ours: describeShape(ours), recorded: describeShape(recorded) }];
  for (const [kind, words] of ours.kinds) {
    const known = recorded.kinds.get(kind) ?? null;
    const narrower = known === null || (words !== null && words.every((word) => known.includes(word)));
    const equal = known === null ? words === null : narrower && known.every((word) => words?.includes(word));
    if (same ? !equal : !narrower)
      return [{ name: `${where}: values`, ours: describeShape(ours), recorded: describeShape(recorded) }];
  }
  return [];
}

function has(shape: Shape, kind: Kind): boolean {
  return shape.kinds.has(kind) || (kind === 'integer' && shape.kinds.has('number'));
}

function need(required: boolean): string {
  return required ? 'required' : 'optional';
}

export function describeShape(shape: Shape | undefined): string {
  if (shape === undefined || shape.kinds.size === 0) return 'anything';
  return [...shape.kinds]
    .map(([kind, words]) => (words === null ? kind : `${kind} ${[...new Set(words)].join(' ')}`))
    .join(' | ');
}
