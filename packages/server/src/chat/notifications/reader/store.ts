import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { NotificationKind, Trigger } from '../decide.ts';

export type NewNotification = {
  readonly userId: number;
  readonly messageId: number;
  readonly kind: NotificationKind;
  readonly trigger: Trigger;
  /** The time for which e-mails of the user are gathered. */
  readonly batchSeconds: number;
};

/** Adds notifications that do not exist yet. Those by e-mail join the user's batch, or begin one. */
export async function addNotifications(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const added = await tx.all(sql<{ user_id: number; kind: NotificationKind }>`
    insert into notification (realm_id, user_id, message_id, kind, trigger)
    select ${tx.realmId}, n.* from unnest(
      ${notifications.map(({ userId }) => userId)}::bigint[],
      ${notifications.map(({ messageId }) => messageId)}::bigint[],
      ${notifications.map(({ kind }) => kind)}::text[],
      ${notifications.map(({ trigger }) => trigger)}::text[]
    ) as n
    on conflict do nothing returning user_id, kind`);
  const seconds = new Map(notifications.map(({ userId, batchSeconds }) => [userId, batchSeconds]));
  const mailed = new Set(added.filter(({ kind }) => kind === 'email').map(({ user_id }) => user_id));
  await joinBatches(
    tx,
    [...mailed].toSorted((a, b) => a - b).map((id) => [id, seconds.get(id) ?? 0]),
  );
}

/** The update locks an existing batch, so that the job which sends it sees all of its notifications. */
async function joinBatches(tx: Tx, batches: readonly (readonly [number, number])[]): Promise<void> {
  if (batches.length === 0) return;
  await tx.all(sql`
    insert into email_batch (realm_id, user_id, due_at)
    select ${tx.realmId}, b.user_id, now() + make_interval(secs => b.seconds)
    from unnest(${batches.map(([id]) => id)}::bigint[], ${batches.map(([, s]) => s)}::float8[])
      as b (user_id, seconds)
    order by b.user_id
    on conflict (realm_id, user_id) do update set due_at = email_batch.due_at`);
}
