import { refuseDeletion, type DeletingFacts } from '@parley/contract/rights/message-rights.ts';
import { q, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { grantedPermissions } from '../../../organization/groups/permissions.ts';
import type { Actor } from '../../../http/actor.ts';
import { throwRefusal } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { accessForUpdate, type Accessed } from '../access.ts';
import { ageOf } from './age.ts';
import { removeMessages, type LockedConversation } from './remove-messages.ts';

export async function deleteMessage(tx: Tx, actor: Actor, id: number, now: number): Promise<void> {
  const accessed = await accessForUpdate(tx, actor, id);
  const facts = await factsOf(tx, actor, accessed, now);
  throwRefusal(refuseDeletion(facts));
  if (!facts.isOwn)
    tx.record({
      action: 'message.deleted',
      object: { type: 'message', id },
      after: { sender_id: accessed.message.sender_id },
    });
  await removeMessages(tx, conversationOf(accessed), [accessed.message], [actor.user.id]);
}

function conversationOf(accessed: Accessed): LockedConversation {
  return accessed.kind === 'channel'
    ? accessed
    : {
        kind: 'direct',
        conversationId: accessed.message.conversation_id,
        users: accessed.users,
      };
}

async function factsOf(
  tx: Tx,
  { realm, user }: Actor,
  accessed: Accessed,
  now: number,
): Promise<DeletingFacts> {
  const granted = await grantedPermissions(tx, realm, user, [
    'can_delete_any_message_group',
    'can_delete_own_message_group',
  ]);
  const inChannel: ReadonlySet<string> = accessed.kind === 'channel' ? accessed.relation.groups : new Set();
  const may = (name: 'can_delete_any_message_group' | 'can_delete_own_message_group'): boolean =>
    granted.has(name) || inChannel.has(name);
  return {
    mayDeleteAny: may('can_delete_any_message_group'),
    mayDeleteOwn: may('can_delete_own_message_group'),
    isOwn: await isOwn(tx, { realm, user }, accessed.message.sender_id),
    ageSeconds: ageOf(accessed.message, now),
    limitSeconds: realmSettingsOf(realm).message_content_delete_limit_seconds,
  };
}

/** Messages of a bot also count as its owner's. */
export async function isOwn(reader: Reader, { realm, user }: Actor, senderId: number): Promise<boolean> {
  if (user.id === senderId) return true;
  const sender = await reader.first(
    q
      .selectFrom('realm_user')
      .select('bot_owner_id')
      .where('realm_id', '=', realm.id)
      .where('id', '=', senderId),
  );
  return sender?.bot_owner_id === user.id;
}
