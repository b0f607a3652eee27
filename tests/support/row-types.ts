import type { FieldDef } from 'pg';
import type { Sources } from './sql-fragments.ts';
import { balanced, endAt, kindOf, membersOf, splitAt, type Kind, type TypeMember } from './type-text.ts';

/** The members of the type of a row; undefined if it is no object or is made by other types. */
export function rowMembers(
  sources: Sources,
  file: string,
  type: string | undefined,
): readonly TypeMember[] | undefined {
  if (type === undefined) return undefined;
  const parts = splitAt(type, '&').map((part) => membersOfPart(sources, file, part));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function membersOfPart(sources: Sources, file: string, part: string): readonly TypeMember[] | undefined {
  if (part.startsWith('{') && balanced(part, 0) === part) {
    const members = membersOf(part);
    return members.some(({ name }) => name.startsWith('[')) ? undefined : members;
  }
  if (!/^[A-Z]\w*$/.test(part)) return undefined;
  const own = declarationIn(sources.get(file) ?? '', part);
  const all =
    own === undefined
      ? [...sources].flatMap(([other, source]) => {
          const found = declarationIn(source, part);
          return found === undefined ? [] : [{ other, found }];
        })
      : [{ other: file, found: own }];
  const [only, ...others] = all;
  return only === undefined || others.length > 0 ? undefined : rowMembers(sources, only.other, only.found);
}

function declarationIn(source: string, name: string): string | undefined {
  const head = new RegExp(`^(?:export )?type ${name} =\\s*`, 'm').exec(source);
  if (head === null) return undefined;
  const from = head.index + head[0].length;
  return source.slice(from, endAt(source, from, ';')).trim();
}

/** Kinds of types by their numbers in PostgreSQL, as `pg` returns them. */
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [16, 'boolean'],
  [17, 'Buffer'],
  [20, 'number'],
  [21, 'number'],
  [23, 'number'],
  [25, 'string'],
  [26, 'number'],
  [701, 'number'],
  [1000, 'boolean[]'],
  [1005, 'number[]'],
  [1007, 'number[]'],
  [1009, 'string[]'],
  [1016, 'number[]'],
  [1043, 'string'],
  [1082, 'Date'],
  [1184, 'Date'],
  [1700, 'string'],
  [2950, 'string'],
]);

/** How the columns of a statement differ from the type of its rows. */
export function differenceTo(
  members: readonly TypeMember[],
  fields: readonly FieldDef[],
): string | undefined {
  const declared = members.map(({ name }) => name.replace(/\?$/, '')).toSorted();
  const columns = fields.map(({ name }) => name).toSorted();
  if (declared.join() !== columns.join()) return `has ${columns.join(', ')}, declares ${declared.join(', ')}`;
  for (const { name, type } of members) {
    const field = fields.find((one) => one.name === name);
    const [kind, actual] = [kindOf(type), KINDS.get(field?.dataTypeID ?? 0)];
    if (kind !== undefined && actual !== undefined && kind !== 'json' && kind !== actual)
      return `${name} is ${actual}, declared ${kind}`;
  }
  return undefined;
}
