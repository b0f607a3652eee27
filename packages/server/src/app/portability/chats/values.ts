import { textOf } from './texts.ts';

/** A JSON object of an archive, of which nothing is certain. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').map(textOf) : [];
}

/** The first text that is not empty. */
export function firstText(...values: readonly unknown[]): string {
  return values.map(textOf).find((text) => text.trim() !== '') ?? '';
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Milliseconds of a time in seconds. */
export function secondsToMs(value: unknown): number | undefined {
  const seconds = numberOf(value);
  return seconds === undefined || Math.abs(seconds) > 1e11 ? undefined : Math.round(seconds * 1000);
}
