import { renderFor } from '../rendering/render.ts';
import { compose, readersFromStart } from './compose.ts';
import { findOrCreateConversation, findConversation, hasEverHadMessages } from '../conversation.ts';
import type { LinkTarget } from '../links.ts';
import { resolveMentions } from '../mentions.ts';
import type { DirectAddress, Sender, Sent } from './request.ts';
import { resultOfEarlier } from './send-key.ts';
import { hasFiles } from './outgoing-message.ts';
import type { SenderContext } from './context.ts';
import { addWithWidget } from '../../submessages/add-submessage.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { isBot, isGuest, type UserRow } from '../../../http/actor.ts';
import { groupsWith, hasRealmPermission } from '../../../organization/groups/permissions.ts';
import { visibleUsersOf, hidesUsers } from '../../../organization/users/access.ts';
import { findNamedUsers, refuseUnknownUsers } from '../../../organization/users/find-user.ts';
import { showInConversation } from '../../../organization/users/visibility/watch-guests.ts';

export async function sendDirectly(sender: Sender, address: DirectAddress, content: string): Promise<Sent> {
  const { world, realm } = sender;
  const { sending } = world;
  const senderContext = await readSenderContext(sender);
  const earlier = resultOfEarlier(sender.key, senderContext.earlier);
  if (earlier !== undefined) return earlier;
  const { users, vocabulary, rendered, called } = await checkDirectly(
    sender,
    senderContext,
    address,
    content,
  );
  const ids = users.map(({ id }) => id);
  const homeId = await findOrCreateConversation(world, realm.id, ids);
  const isIntroduction =
    users.some(isGuest) &&
    (await hidesUsers(sending.reader, realm)) &&
    !(await hasEverHadMessages(sending.reader, realm.id, homeId));
  const outgoing = compose(
    world,
    {
      audience: { kind: 'users', ids },
      homeId,
      channel: undefined,
      topic: '',
      users,
    },
    {
      actor: sender,
      client: sender.client.name,
      sentAt: world.clock.now(),
      content,
      rendered,
      called,
      alerted: [...vocabulary.alertedBy(content)].filter((id) => ids.includes(id)),
      read: readersFromStart(sender, senderContext).filter((id) => ids.includes(id)),
      echo: sender.echo,
      key: sender.key,
      accessVersion: sender.accessVersion,
      policy: 0,
      vocabulary,
    },
  );
  const target: LinkTarget = { kind: 'direct', userIds: ids };
  const isPlain = sender.widget === undefined && sender.beforeStore === undefined && !isIntroduction;
  if (isPlain && !hasFiles(outgoing))
    return { id: await sending.outbox.send(realm.id, outgoing), policy: 0, target };
  const idOf = await world.write(realm.id, async (tx) => {
    await sender.beforeStore?.(tx);
    if (isIntroduction) await showInConversation(tx, world, users);
    const added = await addWithWidget(tx, outgoing, sender.widget);
    return () => tx.placed(added);
  });
  return { id: idOf(), policy: 0, target };
}

export async function readSenderContext({ world, realm, user, key }: Sender): Promise<SenderContext> {
  const { senderContext } = await world.sending.contexts.find({
    realmId: realm.id,
    userId: user.id,
    channel: null,
    topic: '',
    key: key?.key.toString('hex') ?? '',
  });
  return senderContext;
}

/** Renders a text for a direct conversation; refuses recipients and mentions that the sender may not use. */
export async function checkDirectly(
  sender: Sender,
  senderContext: SenderContext,
  address: DirectAddress,
  content: string,
) {
  const { world, realm } = sender;
  const { sending } = world;
  const users = await participants(sending.reader, sender, address);
  await refuseForbiddenConversation(sending.reader, sender, users);
  const vocabulary = await sending.vocabularyOf(realm.id, senderContext.versions);
  const rendered = await renderFor(sending, world, sender, content, vocabulary);
  const called = await resolveMentions(sending.reader, sender, rendered.mentions, undefined);
  return { users, vocabulary, rendered, called };
}

/** All users of the conversation in the order of their ids, including the sender. */
export async function participants(
  reader: Reader,
  sender: Sender,
  address: DirectAddress,
): Promise<UserRow[]> {
  const { realm, user } = sender;
  const names = address.kind === 'users' ? address.ids : address.emails;
  const named = await findNamedUsers(reader, sender.world.config, sender, names);
  const ids = new Set([...named.values(), user.id].filter((id) => id !== undefined));
  const found = await reader.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
  const sees = await visibleUsersOf(reader, sender, ids);
  refuseUnknownUsers(named, new Set(found.filter(sees).map(({ id }) => id)));
  const deactivated = found.find((one) => !one.is_active);
  if (deactivated !== undefined) throw badRequest(`User ${deactivated.id} is deactivated.`);
  return found;
}

/** Messages from bots, to bots and to oneself are always allowed; permission settings decide about the rest. */
async function refuseForbiddenConversation(
  reader: Reader,
  { realm, user }: Sender,
  users: readonly UserRow[],
): Promise<void> {
  if (isBot(user) || users.every((one) => one.id === user.id || isBot(one))) return;
  if (!(await isAnyPermitted(reader, realm, users)))
    throw badRequest('Direct messages between these users are not allowed in this organization.');
  if (await hasRealmPermission(reader, realm, user, 'direct_message_initiator_group')) return;
  const known = await findConversation(
    reader,
    realm.id,
    users.map(({ id }) => id),
  );
  if (known?.last_message_id == null) throw badRequest('You may not start direct conversations.');
}

async function isAnyPermitted(
  reader: Reader,
  realm: Sender['realm'],
  users: readonly UserRow[],
): Promise<boolean> {
  const group = realm.permissions['direct_message_permission_group'];
  if (group === undefined) return true;
  for (const one of users) if ((await groupsWith(reader, realm.id, [group], one)).size > 0) return true;
  return false;
}
