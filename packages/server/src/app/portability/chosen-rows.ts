import type { Client } from 'pg';

/** All that is stored, what everyone may read, or that and what consenting users may read. */
export type ExportContent = 'everything' | 'public' | 'full_with_consent';

/** The rows of a table that an archive with a part of the organization has, and columns that have other values there. */
export type Choice = {
  readonly from?: string;
  readonly where?: string;
  readonly values?: Readonly<Record<string, string>>;
};

/** Users whose private data is in the archive, and messages, conversations and files that are. */
const CHOSEN_TABLES = ['chosen_user', 'chosen_message', 'chosen_conversation', 'chosen_file'];

/** Creates the tables that `chooseRows` fills, before the transaction of the export, which changes nothing else. */
export async function createChosenTables(client: Client): Promise<void> {
  for (const table of CHOSEN_TABLES)
    await client.query(`create temporary table ${table} (id bigint primary key)`);
}

/** Bots are as free as their owners. Accounts that stand for people of another chat consented to nothing. */
const CONSENTING = `insert into chosen_user
  select u.id from realm_user u left join realm_user o on o.realm_id = u.realm_id and o.id = u.bot_owner_id
  where u.realm_id = $1 and case when u.bot_type is null then u.settings else o.settings end
    ->> 'allow_private_data_export' = 'true'`;

const MESSAGES = `insert into chosen_message
  select m.id from message m join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
  where m.realm_id = $1 and (not c.is_private or exists (
    select from subscription s
    where s.realm_id = m.realm_id and s.channel_id = c.id and s.is_active and s.user_id in (select id from chosen_user)
      and (c.is_history_public or s.periods @> coalesce(m.arrived_at, m.id))))
  union
  select m.id from message m join conversation_user k on k.realm_id = m.realm_id and k.conversation_id = m.conversation_id
  where m.realm_id = $1 and m.channel_id is null and k.user_id in (select id from chosen_user)`;

const CONVERSATIONS = `insert into chosen_conversation
  select conversation_id from channel where realm_id = $1
  union select conversation_id from conversation_user
  where realm_id = $1 and user_id in (select id from chosen_user)`;

const FILES = `insert into chosen_file
  select id from attachment where realm_id = $1 and state = 'kept' and user_id in (select id from chosen_user)
  union select a.id from attachment a join attachment_message l on l.realm_id = a.realm_id and l.attachment_id = a.id
  where a.realm_id = $1 and a.state = 'kept' and l.message_id in (select id from chosen_message)`;

export async function chooseRows(client: Client, realmId: number, content: ExportContent): Promise<void> {
  const users = content === 'full_with_consent' ? [CONSENTING] : [];
  for (const statement of [...users, MESSAGES, CONVERSATIONS, FILES])
    await client.query(statement, [realmId]);
  for (const table of CHOSEN_TABLES) await client.query(`analyze ${table}`);
}

/** The rows of a table that an archive of this content has. A table that is not named here is in no such archive. */
export function choiceOf(table: string, content: ExportContent): Choice {
  if (content === 'everything') return WHOLE[table] ?? {};
  return { ...(chosen[table] ?? NONE), ...(content === 'public' ? inPublic[table] : undefined) };
}

/** Rows that are in no archive: files without their bytes. */
const WHOLE: Readonly<Record<string, Choice>> = { attachment: { where: "state = 'kept'" } };

const ALL: Choice = {};
const NONE: Choice = { where: 'false' };
const CONSENTED: Choice = { where: 'user_id in (select id from chosen_user)' };
const OF_MESSAGE: Choice = { where: 'message_id in (select id from chosen_message)' };
const OF_BOTH: Choice = { where: `${CONSENTED.where} and ${OF_MESSAGE.where}` };
const OF_READER: Choice = {
  where: `${CONSENTED.where} and conversation_id in (select id from chosen_conversation)`,
};

/** The value for users who did not consent. */
function unlessConsented(column: string, value: string, owner = 'user_id'): string {
  return `case when ${owner} in (select id from chosen_user) then ${column} else ${value} end`;
}

/** The oldest or newest message of a row that the archive has. */
function messageOf(condition: string, order: 'asc' | 'desc'): string {
  return `(select m.id from message m where m.realm_id = $1 and ${condition}
    and exists (select from chosen_message k where k.id = m.id) order by m.id ${order} limit 1)`;
}

const IN_TOPIC = 'm.channel_id = topic.channel_id and m.topic_key = topic.topic_key';
const HIDES_ADDRESS = 'email_visibility = 4';

/** Numbers of messages that the archive lacks, beside those of deleted ones: nobody has them unread. */
const GONE = `(
  select $1::bigint as realm_id, conversation_id, block, bit_or(bits) as bits from (
    select conversation_id, block, bits from gone_block where realm_id = $1
    union all
    select home_id, ordinal / 4096, bit_or(set_bit(0::bit(4096), (ordinal % 4096)::integer, 1)) from message
    where realm_id = $1 and id not in (select id from chosen_message) group by 1, 2
  ) every_gone where conversation_id in (select id from chosen_conversation) group by 2, 3
) gone_block`;

/** A test holds that every exported table is here. */
export const chosen: Readonly<Record<string, Choice>> = {
  realm: ALL,
  realm_head: ALL,
  realm_domain: ALL,
  realm_user: {
    values: {
      delivery_email: unlessConsented(
        'delivery_email',
        `case when ${HIDES_ADDRESS} then 'exported-user-' || id || '@export.invalid' else delivery_email end`,
        'id',
      ),
      is_active: unlessConsented('is_active', 'false', 'id'),
      is_imported_stub: unlessConsented('is_imported_stub', 'is_imported_stub or is_active', 'id'),
      settings: unlessConsented('settings', '(select user_defaults from realm where realm.id = $1)', 'id'),
      chosen_settings: unlessConsented('chosen_settings', "'{}'::text[]", 'id'),
      timezone: unlessConsented('timezone', "''", 'id'),
    },
  },
  user_role: ALL,
  profile_field: ALL,
  profile_value: ALL,
  user_status: CONSENTED,
  bot: {
    values: {
      payload_url: unlessConsented('payload_url', 'null'),
      interface: unlessConsented('interface', 'null'),
      service_name: unlessConsented('service_name', 'null'),
    },
  },
  bot_storage: CONSENTED,
  user_group: ALL,
  group_member: ALL,
  group_subgroup: ALL,
  linkifier: ALL,
  playground: ALL,
  custom_emoji: ALL,
  conversation: {
    where: 'id in (select id from chosen_conversation)',
    values: { last_message_id: messageOf('m.conversation_id = conversation.id', 'desc') },
  },
  conversation_user: { where: 'conversation_id in (select id from chosen_conversation)' },
  channel_folder: ALL,
  channel: { values: { first_message_id: messageOf('m.channel_id = channel.id', 'asc') } },
  subscription: {
    values: {
      color: unlessConsented('color', "'#76ce90'"),
      is_muted: unlessConsented('is_muted', 'false'),
      is_pinned: unlessConsented('is_pinned', 'false'),
      desktop_notifications: unlessConsented('desktop_notifications', 'null'),
      audible_notifications: unlessConsented('audible_notifications', 'null'),
      push_notifications: unlessConsented('push_notifications', 'null'),
      email_notifications: unlessConsented('email_notifications', 'null'),
      wildcard_mentions_notify: unlessConsented('wildcard_mentions_notify', 'null'),
    },
  },
  topic: {
    where: `${messageOf(IN_TOPIC, 'desc')} is not null`,
    values: { last_message_id: messageOf(IN_TOPIC, 'desc') },
  },
  topic_policy: CONSENTED,
  message: { where: 'id in (select id from chosen_message)' },
  streamed_message: OF_MESSAGE,
  message_edit: OF_MESSAGE,
  message_removal: NONE,
  reaction: OF_MESSAGE,
  submessage: OF_MESSAGE,
  message_user_flag: OF_BOTH,
  read_state: OF_READER,
  read_block: OF_READER,
  gone_block: { from: GONE },
  attachment: { where: 'id in (select id from chosen_file)' },
  attachment_message: { where: `${OF_MESSAGE.where} and attachment_id in (select id from chosen_file)` },
  upload_space: {
    values: {
      used: '(select coalesce(sum(size), 0)::bigint from attachment a where a.realm_id = $1 and a.id in (select id from chosen_file))',
    },
  },
  draft: CONSENTED,
  scheduled_message: CONSENTED,
  reminder: OF_BOTH,
  saved_snippet: CONSENTED,
  alert_word: CONSENTED,
  muted_user: CONSENTED,
  navigation_view: CONSENTED,
  hold: NONE,
  audit_head: NONE,
  audit_entry: NONE,
  audit_part: NONE,
  realm_export: ALL,
  chat_import: NONE,
  imported: NONE,
};

/** Without anything private, accounts stay usable and everyone knows what they have read. */
const OF_PUBLIC: Choice = {
  where: 'conversation_id in (select conversation_id from channel where realm_id = $1 and not is_private)',
};
const inPublic: Readonly<Record<string, Choice>> = {
  realm_user: {
    values: {
      ...chosen['realm_user']?.values,
      is_active: `is_active and not ${HIDES_ADDRESS}`,
      is_imported_stub: `is_imported_stub or ${HIDES_ADDRESS}`,
    },
  },
  read_state: OF_PUBLIC,
  read_block: OF_PUBLIC,
};
