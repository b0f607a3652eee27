import { badRequest, type ApiError } from '../../engine/api-error.ts';

/**
 * An object of a payload. A path such as `user.login` names a value inside it. Required values that are missing or have
 * another type are refused with the path in the message; optional ones are undefined.
 */
export class PayloadObject {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, place = '') {
    if (!isObject(value)) throw mismatch(place, 'an object');
    this.#value = value;
    this.#place = place;
  }

  has(path: string): boolean {
    const value = this.#find(path);
    return value !== undefined && value !== null;
  }

  /** A text, or a number as text. */
  text(path: string): string {
    return this.textIf(path) ?? this.#refuse(path, 'a text');
  }

  textIf(path: string): string | undefined {
    const value = this.#find(path);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  }

  number(path: string): number {
    return this.numberIf(path) ?? this.#refuse(path, 'a number');
  }

  numberIf(path: string): number | undefined {
    const value = this.#find(path);
    return typeof value === 'number' ? value : undefined;
  }

  /** False unless the value is `true`. */
  flag(path: string): boolean {
    return this.#find(path) === true;
  }

  object(path: string): PayloadObject {
    return this.objectIf(path) ?? this.#refuse(path, 'an object');
  }

  objectIf(path: string): PayloadObject | undefined {
    const value = this.#find(path);
    return isObject(value) ? new PayloadObject(value, this.#placeOf(path)) : undefined;
  }

  /** A list of objects. */
  list(path: string): PayloadObject[] {
    return this.listIf(path) ?? this.#refuse(path, 'a list');
  }

  listIf(path: string): PayloadObject[] | undefined {
    const value = this.#find(path);
    if (!Array.isArray(value)) return undefined;
    return value.map((item, index) => new PayloadObject(item, `${this.#placeOf(path)}[${index}]`));
  }

  /** The texts of a list; other items are left out. */
  textsIf(path: string): string[] {
    const value = this.#find(path);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  /** The members of an object that are text or numbers. */
  labels(path: string): Map<string, string> {
    const value = this.#find(path);
    const labels = new Map<string, string>();
    if (!isObject(value)) return labels;
    for (const [name, label] of Object.entries(value))
      if (typeof label === 'string' || typeof label === 'number') labels.set(name, String(label));
    return labels;
  }

  /** The members of an object that are objects, for names that contain dots. */
  members(path: string): Map<string, PayloadObject> {
    const value = this.#find(path);
    const members = new Map<string, PayloadObject>();
    if (!isObject(value)) return members;
    for (const [name, member] of Object.entries(value))
      if (isObject(member)) members.set(name, new PayloadObject(member, `${this.#placeOf(path)}.${name}`));
    return members;
  }

  /** The names of the members of an object. */
  keys(path: string): string[] {
    const value = this.#find(path);
    return isObject(value) ? Object.keys(value) : [];
  }

  #find(path: string): unknown {
    let value: unknown = this.#value;
    for (const name of path.split('.')) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value;
  }

  #placeOf(path: string): string {
    return this.#place === '' ? path : `${this.#place}.${path}`;
  }

  #refuse(path: string, kind: string): never {
    throw mismatch(this.#placeOf(path), kind);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mismatch(place: string, kind: string): ApiError {
  return badRequest(
    place === '' ? `The payload must be ${kind}.` : `The payload has no '${place}' that is ${kind}.`,
  );
}
