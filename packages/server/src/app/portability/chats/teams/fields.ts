import { objectOf, objectsOf, type JsonObject } from '../values.ts';
import { textOf } from '../texts.ts';

/** A field by its name in the export tool; the interfaces of Microsoft begin names with a small letter. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return object[name] ?? object[name.charAt(0).toLowerCase() + name.slice(1)];
}

export function textIn(object: JsonObject, name: string): string {
  return textOf(fieldOf(object, name));
}

export function objectIn(object: JsonObject, name: string): JsonObject {
  return objectOf(fieldOf(object, name));
}

export function listIn(object: JsonObject, name: string): JsonObject[] {
  return objectsOf(fieldOf(object, name));
}
