import { readFileSync } from 'node:fs';
import type { JsonObject } from '@parley/contract/json-schema.ts';

/** One real exchange: what was asked, by whom, and what came back. */
export type Exchange = {
  readonly operation: string;
  /** Address and key of the caller, as the page shows them; absent where nobody has to log in. */
  readonly as?: { readonly email: string; readonly key: string };
  readonly args: JsonObject;
  /** Files that travelled along, by name. */
  readonly files?: { readonly [name: string]: string };
  readonly status: number;
  readonly body: JsonObject;
};

/** What `npm run reference:record` wrote down. */
export type Recorded = {
  /** By operation, with the kinds of events that somebody heard because of it. */
  readonly operations: { readonly [id: string]: Exchange & { readonly causes: readonly string[] } };
  /** By type, or type and op with a slash between. */
  readonly events: { readonly [kind: string]: JsonObject };
  /** By code. */
  readonly errors: { readonly [code: string]: Exchange };
};

const file = new URL('recorded.json', import.meta.url);

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}
