import { q } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { heldPermissions } from '../../groups/permissions.ts';
import type { Actor } from '../../people/person.ts';
import { badRequest } from '../../problem.ts';
import { realmSettingsOf } from '../../realm/settings.ts';
import { accessForChange, type Accessed } from '../access.ts';
import { ageOf } from './age.ts';
import { canDelete, type DeletingFacts } from './deleting-rights.ts';
import { removeMessages, type Place } from './remove-messages.ts';

export const deleteMessage = async (tx: Tx, actor: Actor, id: number, now: number): Promise<void> => {
  const accessed = await accessForChange(tx, actor, id);
  if (!canDelete(await factsOf(tx, actor, accessed, now)))
    throw badRequest('You may not delete this message.');
  await removeMessages(tx, placeOf(accessed), [accessed.message], [actor.person.id]);
};

const placeOf = (accessed: Accessed): Place =>
  accessed.kind === 'channel'
    ? accessed
    : {
        kind: 'direct',
        conversationId: accessed.message.conversation_id,
        people: accessed.people,
      };

const factsOf = async (
  tx: Tx,
  { realm, person }: Actor,
  accessed: Accessed,
  now: number,
): Promise<DeletingFacts> => {
  const held = await heldPermissions(tx, realm, person, [
    'can_delete_any_message_group',
    'can_delete_own_message_group',
  ]);
  const here: ReadonlySet<string> = accessed.kind === 'channel' ? accessed.relation.groups : new Set();
  const may = (name: 'can_delete_any_message_group' | 'can_delete_own_message_group'): boolean =>
    held.has(name) || here.has(name);
  return {
    mayDeleteAny: may('can_delete_any_message_group'),
    mayDeleteOwn: may('can_delete_own_message_group'),
    isOwn: await isOwn(tx, person.id, accessed.message.sender_id),
    ageSeconds: ageOf(accessed.message, now),
    limitSeconds: realmSettingsOf(realm).message_content_delete_limit_seconds,
  };
};

/** What a bot says is its owner's too. */
const isOwn = async (tx: Tx, personId: number, senderId: number): Promise<boolean> => {
  if (personId === senderId) return true;
  const sender = await tx.first(
    q
      .selectFrom('person')
      .select('bot_owner_id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', senderId),
  );
  return sender?.bot_owner_id === personId;
};
