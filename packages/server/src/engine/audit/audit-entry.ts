import { createHash, randomBytes } from 'node:crypto';
import { kindOf, type AuditAction, type AuditObject } from '@parley/contract/objects/audit-entry.ts';
import type { AuditAuthor } from './author.ts';

/** Values of a change by their names, without those that did not change. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** A change that a transaction records. Neither part has content of messages, or secrets. */
export type AuditRecord = {
  readonly action: AuditAction;
  readonly object?: { readonly type: AuditObject; readonly id?: number };
  readonly before?: AuditValues;
  readonly after?: AuditValues;
  /** The part that tells of a person, such as an e-mail address. It is removed with its user; without one, with the entry. */
  readonly personal?: {
    readonly userId?: number;
    readonly before?: AuditValues;
    readonly after?: AuditValues;
  };
  /** The user, where the credentials of the request do not tell, as at a log-in. */
  readonly actor?: { readonly id: number; readonly role?: number };
};

/** The personal part of an entry. The body has the hash of salt and content. */
type AuditPart = {
  readonly part: number;
  readonly user_id: number | null;
  readonly salt: string;
  readonly content: string;
};

/** JSON of one value of an entry, in bytes; a longer one is left out. */
const MAX_VALUE_BYTES = 16 * 1024;

/** The texts of an entry: the body, which the chain of hashes covers, and its personal parts. */
export function composeEntry(
  record: AuditRecord,
  author: AuditAuthor,
  nowMs: number,
): { readonly body: string; readonly parts: readonly AuditPart[] } {
  const { action, object, before, after, personal, actor } = record;
  const { kind, id, role, via, login, origin } = author;
  const who = actor === undefined ? { kind, id, role, login } : { kind: 'user', ...actor };
  const parts = [
    sealedPart(0, who.id ?? (object?.type === 'user' ? object.id : undefined), origin),
    sealedPart(1, personal?.userId, {
      before: bounded(personal?.before),
      after: bounded(personal?.after),
    }),
  ].filter((part) => part !== undefined);
  const body = JSON.stringify({
    at: nowMs / 1000,
    kind: kindOf(action),
    action,
    actor: who,
    via,
    object,
    fields: fieldsOf(before, after, personal?.before, personal?.after),
    before: bounded(before),
    after: bounded(after),
    parts: parts.map(({ part, salt, content }) => ({ part, hash: partHash(salt, content) })),
  });
  return { body, parts };
}

/** Undefined for a part without values. */
function sealedPart(
  part: number,
  userId: number | undefined,
  values: object | undefined,
): AuditPart | undefined {
  const content = JSON.stringify(values);
  if (content === undefined || content === '{}') return undefined;
  return { part, user_id: userId ?? null, salt: randomBytes(16).toString('hex'), content };
}

export function partHash(salt: string, content: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(content).digest('hex');
}

/** The hash of an entry, as `append_audit` computes it. */
export function entryHash(previous: Buffer, number: number, body: string): Buffer {
  return createHash('sha256').update(previous).update(`${number}\n${body}`).digest();
}

function fieldsOf(...values: readonly (AuditValues | undefined)[]): string[] {
  return [...new Set(values.flatMap((part) => Object.keys(part ?? {})))];
}

/** Undefined without values. NUL, which PostgreSQL does not store, is in no text of a caller. */
function bounded(values: AuditValues | undefined): AuditValues | undefined {
  if (values === undefined) return undefined;
  const entries = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      return [name, bytes > MAX_VALUE_BYTES ? { omitted_bytes: bytes } : value];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The values of an object that a change gave other values, before and after. */
export function differences(
  before: AuditValues,
  after: AuditValues,
): { readonly before: AuditValues; readonly after: AuditValues } | undefined {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(after) };
}
