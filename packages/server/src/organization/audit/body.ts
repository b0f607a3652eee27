import type { AuditKind } from '@parley/contract/objects/audit-entry.ts';

/** The body of an entry, as `composeEntry` writes it. */
export type AuditBody = {
  readonly at: number;
  readonly kind: AuditKind;
  readonly action: string;
  readonly actor: {
    readonly kind: 'user' | 'visitor' | 'operator' | 'server' | 'directory';
    readonly id?: number;
    readonly role?: number;
    readonly login?: { readonly credential: number; readonly at: number };
  };
  readonly via?: string;
  readonly object?: { readonly type: string; readonly id?: number };
  readonly fields: readonly string[];
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly parts: readonly { readonly part: number; readonly hash: string }[];
};

export function parseBody(text: string): AuditBody {
  return JSON.parse(text) as AuditBody;
}
