import { readFileSync } from 'node:fs';
import type { JsonObject } from '@parley/contract/json-schema.ts';

/** A recorded request with its response. */
export type Exchange = {
  readonly operation: string;
  /** E-mail address and API key of the caller, as the page shows them; absent if the operation needs no credentials. */
  readonly as?: { readonly email: string; readonly key: string };
  readonly args: JsonObject;
  /** Uploaded files by name. */
  readonly files?: { readonly [name: string]: string };
  /** The body of a request to an operation that takes a payload. */
  readonly payload?: JsonObject;
  readonly status: number;
  readonly body: JsonObject;
};

/** The examples written by `npm run reference:record`. */
export type Recorded = {
  /** By operation; `causes` lists the kinds of events that the request caused. */
  readonly operations: { readonly [id: string]: Exchange & { readonly causes: readonly string[] } };
  /** By `type`, or `type/op`. */
  readonly events: { readonly [kind: string]: JsonObject };
  /** By error code. */
  readonly errors: { readonly [code: string]: Exchange };
};

const file = new URL('recorded.json', import.meta.url);

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}
