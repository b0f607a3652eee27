import { createHash } from 'node:crypto';
import type { Json } from '@parley/contract/json-schema.ts';

/** Start of the recorded day: Monday, 2 March 2026, 09:30 UTC. */
const MOMENT = 1_772_443_800;
const HOUR = 3600;
const YEAR = 366 * 24 * HOUR;

/** Fields whose values differ in every run; each value is replaced wherever it occurs. */
const SECRETS = new Set(['key', 'api_key', 'public_key', 'queue_id', 'users_version', 'hash', 'token_end']);
/** URLs with a random part. */
const ADDRESSES = [
  /^\/user_uploads\/temporary\/(.+)\/[^/]+$/,
  /\/user_uploads\/exports\/([\w-]+)\//,
  /^\/user_uploads\/\d+\/(.+)\/[^/]+$/,
  /\/emoji\/images\/([0-9a-f]+)\./,
  /\/user_avatars\/\d+\/realm\/([0-9a-f]+)\./,
  /\/join\/(\w+)/,
  /^p[dk]_(\w{32})$/,
  /^[\w-]+\.(\w{16,})@/,
];
const WEBHOOK_SECRET = /(?<=whsec_)[\w+/]+/g;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const WAIT = /\d+\.\d seconds/g;
const ISO_TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g;

/** Replaces values that depend on time and machine, so that two recordings are equal. */
export function normalised(recorded: Json, startedAt: number): Json {
  const start = startedAt / 1000;
  const known = new Map<string, string>();
  for (const secret of secretsIn(recorded))
    if (!known.has(secret)) known.set(secret, disguise(secret, known.size));
  const secrets = [...known];
  const random = (text: string): string => {
    const stable = known.get(text) ?? disguise(text, known.size);
    known.set(text, stable);
    return stable;
  };
  /** Times keep their distance from now in whole hours, so that scheduled times stay in the future. */
  const moment = (seconds: number): number => MOMENT + Math.round((seconds - start) / HOUR) * HOUR;
  const time = (value: number): number => {
    if (Math.abs(value - start) < YEAR) return moment(value);
    if (Math.abs(value / 1000 - start) < YEAR) return moment(value / 1000) * 1000;
    return value;
  };
  const isoTime = (text: string): string => {
    const seconds = Date.parse(`${text}Z`) / 1000;
    const end = text.length === 16 ? 16 : 19;
    return Math.abs(seconds - start) < YEAR
      ? new Date(moment(seconds) * 1000).toISOString().slice(0, end)
      : text;
  };
  const text = (value: string): string => {
    const hidden = secrets.reduce((shown, [secret, stable]) => shown.replaceAll(secret, stable), value);
    return hidden
      .replaceAll(WEBHOOK_SECRET, (secret) => random(secret.replaceAll(/[+/]/g, 'x')))
      .replaceAll(UUID, random)
      .replaceAll(ISO_TIME, isoTime)
      .replaceAll(WAIT, '59.5 seconds');
  };
  const normal = (value: Json): Json => {
    if (typeof value === 'number') return time(value);
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(normal);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        text(key),
        key === 'retry-after' && !Number.isInteger(item) ? 59.5 : normal(item),
      ]),
    );
  };
  return normal(recorded);
}

/** In the order in which they were said, which is the same in every run. */
function secretsIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, Json]) =>
    typeof item === 'string' ? secretsOf(key, item) : secretsIn(item),
  );
}

function secretsOf(key: string, text: string): readonly string[] {
  if (SECRETS.has(key)) return [text];
  const part = ADDRESSES.map((address) => address.exec(text)?.[1]).find((found) => found !== undefined);
  return part === undefined ? [] : [part];
}

/** A text of the same length that says nothing, the same in every recording. */
function disguise(text: string, place: number): string {
  const bytes: number[] = [];
  while (bytes.length < text.length)
    bytes.push(...createHash('sha256').update(`${place}.${bytes.length}`).digest());
  const alphabet = /^[0-9a-f-]+$/.test(text) ? HEXADECIMAL : LETTERS;
  // Slashes stand where they stand, and so do the hyphens of a UUID; elsewhere a hyphen is a character like others.
  const isKept = (character: string): boolean =>
    character === '/' || (character === '-' && alphabet === HEXADECIMAL);
  return Array.from(text, (character, index) =>
    isKept(character) ? character : (alphabet[(bytes[index] ?? 0) % alphabet.length] ?? ''),
  ).join('');
}

const HEXADECIMAL = '0123456789abcdef';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
