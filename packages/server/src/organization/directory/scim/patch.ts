import { nameOf } from './filter.ts';
import { invalidValue, ScimError } from './scim-error.ts';

/** One change of a PATCH: an attribute in small letters, or the value that `path` selects, as in `members[value eq "5"]`. */
export type Change = {
  readonly op: 'add' | 'replace' | 'remove';
  readonly attribute: string;
  readonly value: unknown;
  /** The value of `members[value eq "5"]`. */
  readonly selected?: string;
};

const MAX_OPERATIONS = 1_000;
const SELECTED = /^([a-z]{1,40})\[value eq "([^"\\]{1,100})"\]$/;

/** Reads the operations of a PATCH in the forms that Entra ID and Okta send. */
export function readPatch(body: unknown): Change[] {
  const operations = attributesOf(body).get('operations');
  if (!Array.isArray(operations)) throw invalid('The request has no Operations.');
  if (operations.length > MAX_OPERATIONS)
    throw invalid(`The request has more than ${MAX_OPERATIONS} operations.`);
  return operations.flatMap(readOperation);
}

function readOperation(operation: unknown): Change[] {
  const members = attributesOf(operation);
  // Entra ID writes `Add`, `Replace` and `Remove`.
  const given = members.get('op');
  const op = typeof given === 'string' ? given.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalid('The op of an operation is add, replace or remove.');
  const [path, value] = [members.get('path'), members.get('value')];
  if (path === undefined) {
    if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'invalidPath');
    return [...attributesOf(value)].map(([attribute, one]) => ({ op, attribute, value: one }));
  }
  if (typeof path !== 'string')
    throw new ScimError(400, 'The path of an operation is a text.', 'invalidPath');
  const attribute = nameOf(path);
  const [, list, selected] = SELECTED.exec(attribute) ?? [];
  return [
    list === undefined || selected === undefined
      ? { op, attribute, value }
      : { op, attribute: list, value, selected },
  ];
}

/** The attributes of a resource by their names in small letters; `name` is taken apart into `name.formatted` and others. */
export function attributesOf(resource: unknown): Map<string, unknown> {
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource))
    throw invalid('The request or a part of it is not an object.');
  return new Map(
    Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
      const name = nameOf(key);
      return name === 'name' && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([part, text]) => [`name.${part.toLowerCase()}`, text])
        : [[name, value]];
    }),
  );
}

/** The text of an attribute; undefined if it is not there or null. */
export function textOf(value: unknown, attribute: string, maxLength: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > maxLength)
    throw invalidValue(`${attribute} is a text of up to ${maxLength} characters.`);
  return value.trim();
}

/** Entra ID writes `"False"`. */
export function booleanOf(value: unknown, attribute: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`${attribute} is true or false.`);
  return text === 'true';
}

function invalid(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidSyntax');
}
