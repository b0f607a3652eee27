import type { Role } from '@parley/contract/primitives.ts';
import { isTaken } from '../db/problems.ts';
import { q, sql, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { badRequest } from '../problem.ts';
import { hashOf, newApiKey, type Sealer } from '../secrets/seal.ts';
import type { PersonRow } from './person.ts';

export type NewPerson = {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash?: string | null;
  readonly emailVisibility?: number;
  readonly bot?: { readonly type: number; readonly ownerId: number };
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Adds somebody to an organization. The key is answered once; the database keeps it hashed and sealed. */
export const createPerson = async (
  tx: Tx,
  sealer: Sealer,
  spec: NewPerson,
): Promise<{ person: PersonRow; apiKey: string }> => {
  const apiKey = newApiKey();
  try {
    const person = await tx.first(
      q
        .insertInto('person')
        .values({
          realm_id: tx.realmId,
          delivery_email: spec.email,
          email_visibility: spec.emailVisibility ?? 1,
          full_name: spec.fullName,
          role: spec.role,
          bot_type: spec.bot?.type ?? null,
          bot_owner_id: spec.bot?.ownerId ?? null,
          password_hash: spec.passwordHash ?? null,
          settings: toJson(spec.settings ?? {}),
          key_hash: hashOf(apiKey),
          key_sealed: sealer.seal(apiKey),
        })
        .returningAll(),
    );
    if (person === undefined) throw new Error('The account was not created.');
    const at = tx.notify({ notice: 'role', person_id: person.id, role: spec.role });
    tx.atPosition(
      (position) =>
        sql`insert into person_role (realm_id, person_id, from_position, role)
            values (${tx.realmId}, ${person.id}, ${position(at)}, ${spec.role})`,
    );
    return { person, apiKey };
  } catch (error) {
    if (isTaken(error, 'person_email')) throw badRequest('That e-mail address is in use already.');
    throw error;
  }
};
