import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** From this place of the log on, somebody has a role: it decides who later events are for. */
export const noteRole = (tx: Tx, id: number, role: number): void => {
  const at = tx.notify({ notice: 'role', person_id: id, role });
  tx.atPosition(
    (position) =>
      sql`insert into person_role (realm_id, person_id, from_position, role)
          values (${tx.realmId}, ${id}, ${position(at)}, ${role})`,
  );
};
