import { limits } from '@parley/contract/limits.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { ReadState } from '../../../http/snapshot.ts';
import { shownTopic } from '../../topics/name.ts';
import { USER_FLAGS } from '../flags.ts';
import { newestReceived } from './newest-received.ts';
import { countUnread } from './unread/count.ts';
import { unreadElsewhere } from './unread/elsewhere.ts';
import { unreadHomes } from './unread/homes.ts';
import { listUnread } from './unread/list.ts';
import { readUnreadSettings } from './unread/unread-settings.ts';
import { presentUnread } from './unread/present.ts';

export const unreadState: ReadState<'update_message_flags'> = async ({
  reader,
  bulk,
  realm,
  user,
  clientOptions,
}) => {
  const owner = {
    realmId: realm.id,
    userId: user.id,
    seesArchived: clientOptions.capabilities.archived_channels === true,
  };
  const [homes, settings, candidates] = await Promise.all([
    unreadHomes(reader, owner),
    readUnreadSettings(reader, owner),
    unreadElsewhere(reader, owner),
  ]);
  const elsewhere = candidates.filter((row) => settings.isListed(row));
  const rows = await listUnread(bulk, owner, settings, homes, elsewhere);
  const isMore = rows.length >= limits.unreadInRegister;
  const lists = presentUnread(rows, {
    userId: user.id,
    settings,
    usersOf: new Map(homes.map(({ home_id, users }) => [home_id, users ?? []])),
    shownTopic: (topic) => shownTopic(topic, clientOptions),
  });
  const count = isMore
    ? await countUnread(bulk, owner, settings, homes, elsewhere)
    : rows.filter((row) => !settings.isMuted(row)).length;
  return { unread_msgs: { count, ...lists, old_unreads_missing: isMore } };
};

export const messageState: ReadState<'message'> = async ({ reader, user }) => ({
  max_message_id: (await newestReceived(reader, user)) ?? -1,
});

/** The newest starred messages, in the order of their ids. */
export const starredMessagesState: ReadState<'starred_messages'> = async ({ reader, user }) => {
  const rows = await reader.all(
    sql<{ message_id: number }>`
      select message_id from message_user_flag
      where realm_id = ${user.realm_id} and user_id = ${user.id} and flags & ${sql.lit(USER_FLAGS.starred)} > 0
      order by message_id desc limit ${limits.starredInRegister}`,
  );
  return { starred_messages: rows.map(({ message_id }) => message_id).toReversed() };
};

/** The user's direct conversations, most recent first. */
export const recentConversationsState: ReadState<'recent_private_conversations'> = async ({
  reader,
  user,
}) => {
  const rows = await reader.all(
    sql<{ users: number[]; last_message_id: number }>`
      select v.users, v.last_message_id from conversation_user d
      join conversation v on v.realm_id = d.realm_id and v.id = d.conversation_id
      where d.realm_id = ${user.realm_id} and d.user_id = ${user.id} and v.last_message_id is not null
      order by v.last_message_id desc`,
  );
  return {
    recent_private_conversations: rows.map(({ users, last_message_id }) => ({
      user_ids: users.filter((id) => id !== user.id),
      max_message_id: last_message_id,
    })),
  };
};
