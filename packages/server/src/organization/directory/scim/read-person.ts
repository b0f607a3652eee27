import { limits } from '@parley/contract/limits.ts';
import { booleanOf, textOf, type Change } from './patch.ts';

/** Values that a directory gives to a person; undefined where it gives none. Other attributes are ignored. */
export type PersonValues = {
  readonly userName: string | undefined;
  /** Null takes it away. */
  readonly externalId: string | null | undefined;
  readonly active: boolean | undefined;
  readonly displayName: string | undefined;
  readonly formatted: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
};

/** Longer than any name that is kept, so that the reason is told by the name. */
const MAX_NAME_LENGTH = 1_000;

export function readPerson(attributes: ReadonlyMap<string, unknown>): PersonValues {
  const text = (name: string, maxLength = MAX_NAME_LENGTH): string | undefined =>
    textOf(attributes.get(name), name, maxLength);
  return {
    userName: text('username', limits.emailLength),
    externalId: attributes.get('externalid') === null ? null : text('externalid', limits.claimLength),
    active: booleanOf(attributes.get('active'), 'active'),
    displayName: text('displayname'),
    formatted: text('name.formatted'),
    givenName: text('name.givenname'),
    familyName: text('name.familyname'),
  };
}

/** The values after the operations of a PATCH, in their order. */
export function readPersonPatch(changes: readonly Change[]): PersonValues {
  const attributes = new Map<string, unknown>();
  for (const { op, attribute, value } of changes)
    attributes.set(attribute, op === 'remove' ? (attribute === 'externalid' ? null : undefined) : value);
  return readPerson(attributes);
}

/** The name that the values give; undefined if they give none. */
export function nameIn({ displayName, formatted, givenName, familyName }: PersonValues): string | undefined {
  const parts = givenName === undefined || familyName === undefined ? '' : `${givenName} ${familyName}`;
  return [displayName, formatted, parts.trim()].find((name) => name !== undefined && name !== '');
}
