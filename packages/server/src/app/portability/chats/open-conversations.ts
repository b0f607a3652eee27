import { limits } from '@parley/contract/limits.ts';
import { channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import { renderDescription, withoutUnprintable } from '../../../chat/channels/names.ts';
import { q, sql, toJson } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { endAllQueues } from './end-queues.ts';
import type { ImportedChannel, Member, ImportedPolicy } from './form.ts';
import { nameFor, namesOfChannels, type ImportHome, type Homes } from './homes.ts';
import { noteImported } from './imported.ts';
import type { ImportedAccount } from './people.ts';
import type { Receipts } from './receipts.ts';
import { createReport, type ImportReport } from './report.ts';
import { markRead, subscribe, type ImportedSubscriber } from './subscribe.ts';
import { cutTo, storable } from './texts.ts';
import { writePatiently } from './write-patiently.ts';

type Opening = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly importId: number;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly report: ImportReport;
  readonly receipts: Receipts;
};

/**
 * Lets people reach everything that was written: channels and direct conversations appear with all their messages, in one
 * transaction. It ends all queues, because clients have no events of these messages.
 */
export async function openConversations(opening: Opening, homes: Homes): Promise<void> {
  const { world, realmId, report } = opening;
  if (homes.all().length === 0) return;
  const counted = await writePatiently(world, realmId, async (tx) => {
    // A transaction may be repeated.
    const part = createReport();
    const work = { ...opening, report: part };
    if (!(await dropEmptyHomes(tx, opening.origin))) return part;
    const taken = await namesOfChannels(tx, realmId);
    const folders = await openFolders(tx, homes.all());
    const left = new Set((await leftHomes(tx, opening.origin)).map(({ id }) => id));
    // A channel that another archive of the same origin does not list stays hidden until one comes that does.
    const opened = homes
      .all()
      .filter((home) => home.channelId === undefined || home.channel !== undefined)
      .filter((home) => left.has(home.conversationId));
    for (const home of opened)
      if (home.targetId === undefined) await openDirect(tx, work, home);
      else if (home.channelId === undefined) {
        await joinChannel(tx, home, home.targetId);
        report.note('channels that joined one of the same name', home.channel?.name ?? '');
      } else if (home.channel !== undefined)
        await openChannel(
          tx,
          work,
          home,
          { ...home.channel, name: nameFor(home.channel, home.channelId, taken) },
          folders,
        );
    await tx.all(sql`
      delete from import_home where realm_id = ${realmId} and origin = ${opening.origin}
        and conversation_id = any(${opened.map(({ conversationId }) => conversationId)}::bigint[])`);
    await endAllQueues(tx);
    return part;
  });
  report.add(counted);
}

function leftHomes(tx: Tx, origin: string): Promise<{ id: number }[]> {
  return tx.all(sql<{ id: number }>`
    select conversation_id as id from import_home where realm_id = ${tx.realmId} and origin = ${origin}`);
}

/** A second import finds nothing new in most places. Returns whether something is left to open. */
async function dropEmptyHomes(tx: Tx, origin: string): Promise<boolean> {
  await tx.all(sql`
    with gone as (
      delete from import_home h using conversation v
      where h.realm_id = ${tx.realmId} and h.origin = ${origin} and not h.is_new
        and v.realm_id = h.realm_id and v.id = h.conversation_id and v.last_ordinal = 0
      returning h.conversation_id
    )
    delete from conversation v using gone where v.realm_id = ${tx.realmId} and v.id = gone.conversation_id`);
  return (await leftHomes(tx, origin)).length > 0;
}

async function openFolders(tx: Tx, homes: readonly ImportHome[]): Promise<Map<string, number>> {
  const names = new Set(homes.flatMap(({ channel }) => channel?.folder ?? []));
  const folders = new Map<string, number>();
  for (const name of names) {
    const stored =
      cutTo(withoutUnprintable(storable(name)).trim(), limits.channelFolderNameLength) || 'Folder';
    const row = await tx.first(sql<{ id: number }>`
      with known as (
        select id from channel_folder
        where realm_id = ${tx.realmId} and lower(name) = lower(${stored}) and not is_archived
      ), made as (
        insert into channel_folder (realm_id, name, display_order)
        select ${tx.realmId}, ${stored}, coalesce(max(display_order), 0) + 1 from channel_folder
        where realm_id = ${tx.realmId} having not exists (select from known)
        returning id
      )
      select id from known union all select id from made`);
    if (row !== undefined) folders.set(name, row.id);
  }
  return folders;
}

async function openChannel(
  tx: Tx,
  { world, origin, importId, accounts, report, receipts }: Opening,
  home: ImportHome,
  channel: ImportedChannel,
  folders: ReadonlyMap<string, number>,
): Promise<void> {
  const id = home.channelId ?? 0;
  const description = cutTo(storable(channel.description), limits.channelDescriptionLength);
  const members = membersOf(channel.members, accounts);
  await tx.all(
    q.insertInto('channel').values({
      realm_id: tx.realmId,
      id,
      conversation_id: home.conversationId,
      name: channel.name,
      ...renderDescription(description),
      creator_id: accounts.get(channel.creator ?? '')?.id ?? null,
      created_at: new Date(channel.createdAt ?? world.clock.now()),
      is_private: channel.isPrivate,
      is_history_public: !channel.isPrivate || channel.isHistoryPublic,
      is_web_public: channel.isWebPublic === true && !channel.isPrivate,
      is_archived: channel.isArchived,
      is_default: channel.isDefault && !channel.isPrivate,
      permissions: toJson(await grantsOf(tx, channel.permissions)),
      folder_id: folders.get(channel.folder ?? '') ?? null,
      first_message_id: sql<number | null>`(select min(id) from message
        where realm_id = ${tx.realmId} and conversation_id = ${home.conversationId})`,
      subscriber_count: [...members.values()].filter(({ isActive }) => isActive).length,
    }),
  );
  await tx.all(sql`
    insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
    select m.realm_id, m.channel_id, t.topic_key, m.topic, t.last
    from (
      select topic_key, max(id) as last from message
      where realm_id = ${tx.realmId} and conversation_id = ${home.conversationId} group by topic_key
    ) as t join message m on m.realm_id = ${tx.realmId} and m.id = t.last`);
  const isHidden = channel.isPrivate && !channel.isHistoryPublic;
  await subscribe(tx, id, members, (user) => (isHidden ? receipts.of(home.conversationId, user) : undefined));
  await addPolicies(tx, id, channel.policies ?? [], accounts);
  await markRead(tx, home.conversationId, members);
  await noteImported(tx, { origin, importId }, 'channel', new Map([[channel.key, id]]));
  report.take(channel.isPrivate ? 'private channels' : 'channels');
  report.take('subscriptions', members.size);
}

function membersOf(
  members: readonly Member[],
  accounts: ReadonlyMap<string, ImportedAccount>,
): Map<number, ImportedSubscriber> {
  const found = new Map<number, ImportedSubscriber>();
  for (const member of members) {
    const account = accounts.get(member.person);
    if (account !== undefined && !found.has(account.id))
      found.set(account.id, { ...member, isActive: account.isActive });
  }
  return found;
}

/** Permissions that system groups have; groups that are not here keep the defaults. */
async function grantsOf(
  tx: Tx,
  permissions: Readonly<Record<string, string>> = {},
): Promise<Record<string, number>> {
  const rows = await tx.all(sql<{ id: number; name: string }>`
    select id, name from user_group where realm_id = ${tx.realmId} and is_system`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([permission, group]) => {
      const id = ids.get(group);
      return id === undefined || !Object.hasOwn(channelPermissions, permission) ? [] : [[permission, id]];
    }),
  );
}

async function addPolicies(
  tx: Tx,
  channelId: number,
  policies: readonly ImportedPolicy[],
  accounts: ReadonlyMap<string, ImportedAccount>,
): Promise<void> {
  const rows = policies.flatMap(({ person, topic, policy }) => {
    const user = accounts.get(person)?.id;
    return user === undefined ? [] : [{ user, topic: cutTo(storable(topic), limits.topicLength), policy }];
  });
  await tx.all(sql`
    insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
    select ${tx.realmId}, r."user", ${channelId}, r.topic, r.policy, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("user" bigint, topic text, policy smallint)
    on conflict do nothing`);
}

/** Messages for a channel that exists move there. Their home has no readers, so they count as read. */
async function joinChannel(tx: Tx, home: ImportHome, channelId: number): Promise<void> {
  await tx.all(sql`
    update message m set conversation_id = c.conversation_id, channel_id = c.id, arrived_at = h.head
    from channel c join realm_head h on h.realm_id = c.realm_id
    where c.realm_id = ${tx.realmId} and c.id = ${channelId}
      and m.realm_id = ${tx.realmId} and m.conversation_id = ${home.conversationId}`);
  await tx.all(sql`
    insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
    select distinct on (m.topic_key) m.realm_id, ${channelId}, m.topic_key, m.topic, m.id
    from message m where m.realm_id = ${tx.realmId} and m.home_id = ${home.conversationId} and m.channel_id = ${channelId}
    order by m.topic_key, m.id desc
    on conflict (realm_id, channel_id, topic_key) do update
      set last_message_id = greatest(topic.last_message_id, excluded.last_message_id)`);
  await tx.all(sql`
    update channel c set first_message_id = least(c.first_message_id, (
      select min(id) from message where realm_id = ${tx.realmId} and home_id = ${home.conversationId}))
    where realm_id = ${tx.realmId} and id = ${channelId}`);
}

/** A direct conversation appears, or its messages join the one that these people have. */
async function openDirect(tx: Tx, { report, accounts }: Opening, home: ImportHome): Promise<void> {
  const users = `{${home.users.join(',')}}`;
  const key = home.users.join(',');
  const known = await tx.first(sql<{ id: number }>`
    select id from conversation
    where realm_id = ${tx.realmId} and md5(users_key) = md5(${key}) and users_key = ${key} for update`);
  const newest = sql`(select max(id) from message where realm_id = ${tx.realmId} and home_id = ${home.conversationId})`;
  await tx.all(sql`
    update conversation set users = ${users}::bigint[],
      users_key = ${known === undefined ? key : null}::text, last_message_id = ${known === undefined ? newest : sql`null`}
    where realm_id = ${tx.realmId} and id = ${home.conversationId}`);
  await tx.all(sql`
    insert into conversation_user (realm_id, user_id, conversation_id)
    select ${tx.realmId}, id, ${home.conversationId} from unnest(${users}::bigint[]) as id`);
  const members = membersOf(home.members, accounts);
  await markRead(tx, home.conversationId, new Map(home.users.map((id) => [id, members.get(id)])));
  if (known === undefined) return report.take('direct conversations');
  // The home stays a part of the conversation without a name of its own.
  await tx.all(sql`
    update message set conversation_id = ${known.id}
    where realm_id = ${tx.realmId} and conversation_id = ${home.conversationId}`);
  await tx.all(sql`
    update conversation set last_message_id = greatest(last_message_id, ${newest})
    where realm_id = ${tx.realmId} and id = ${known.id}`);
}
