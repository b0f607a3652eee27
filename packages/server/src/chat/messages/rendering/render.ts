import {
  namesIn,
  type NamesInText,
  type PagePreview,
  type RenderContext,
  type RenderResult,
  type Upload,
} from '@parley/markdown';
import { findByNames } from '../../channels/queries.ts';
import { relationsTo } from '../../channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { visibleUsersOf } from '../../../organization/users/access.ts';
import { nameKeyOf } from '../../../organization/users/full-name.ts';
import { type Actor, shareOf } from '../../../http/actor.ts';
import { urlOf } from '../../../engine/hosts.ts';
import type { Server } from '../../../organization/users/server.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { externalContentPaths } from '../../previews/signature.ts';
import { knownFiles } from '../../uploads/known-files.ts';
import type { Renderer } from './renderer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Renders a text with the sender's permissions: mentions of users or channels hidden from the sender stay text. */
export async function renderFor(
  { reader, renderer }: { readonly reader: Reader; readonly renderer: Renderer },
  { config, sealer }: Server,
  actor: Actor,
  content: string,
  vocabulary: Pick<Vocabulary, 'linkifiers' | 'emoji'>,
  pages: Readonly<Record<string, PagePreview>> = {},
): Promise<RenderResult> {
  const origin = urlOf(config.hosts, actor.realm.subdomain);
  const names = /[*/:]/.test(content) ? namesIn(content, origin) : undefined;
  const context = {
    ...(await contextFor(reader, actor, names, vocabulary, origin)),
    ...(names === undefined || !config.previews.pictureProxy
      ? {}
      : { proxied: externalContentPaths(sealer, [...names.mediaUrls, ...imagesOf(pages)]) }),
    pages,
  };
  return withKnownFiles(await renderer.render(shareOf(actor), content, context), context.uploads ?? []);
}

function imagesOf(pages: Readonly<Record<string, PagePreview>>): string[] {
  return Object.values(pages).map(({ image }) => image);
}

/** A file that does not exist, or that the author may not read, is a plain link and no attachment. */
function withKnownFiles(rendered: RenderResult, known: readonly Upload[]): RenderResult {
  const paths = new Set(known.map(({ path }) => path));
  const attachments = rendered.attachments.filter((path) => paths.has(path));
  return { ...rendered, attachments, hasAttachment: attachments.length > 0 };
}

/** Reads what rendering needs of the organization, limited to the names that occur in the text. */
async function contextFor(
  reader: Reader,
  actor: Actor,
  names: NamesInText | undefined,
  { linkifiers, emoji }: Pick<Vocabulary, 'linkifiers' | 'emoji'>,
  origin: string,
): Promise<RenderContext> {
  const settings = realmSettingsOf(actor.realm);
  const base: RenderContext = {
    origin,
    linkifiers,
    previews: settings.inline_image_preview,
    defaultCodeLanguage: settings.default_code_block_language,
    translateEmoticons: settingsOf(actor.user).translate_emoticons,
  };
  if (names === undefined) return base;
  const channels = await readableChannels(reader, actor, [
    ...names.channelNames,
    ...names.topics.map(({ channelName }) => channelName),
  ]);
  return {
    ...base,
    users: await namedUsers(reader, actor, names.usersNames, names.usersIds),
    groups: await namedGroups(reader, actor, names.groupNames),
    channels,
    topics: await namedTopics(reader, actor, names.topics, channels),
    uploads: await knownFiles(reader, actor, names.uploadPaths),
    customEmoji: namedEmoji(emoji, names.emojiNames),
  };
}

async function namedUsers(
  reader: Reader,
  { realm, user }: Actor,
  names: readonly string[],
  ids: readonly number[],
): Promise<{ id: number; name: string; active: boolean }[]> {
  if (names.length === 0 && ids.length === 0) return [];
  const rows = await reader.all(
    sql<{ id: number; full_name: string; is_active: boolean; bot_type: number | null }>`
      select id, full_name, is_active, bot_type from realm_user
      where realm_id = ${realm.id} and (
        name_key = any(${names.map((name) => nameKeyOf(name))}::text[]) or id = any(${[...ids]}::bigint[])
      ) order by id`,
  );
  const sees = await visibleUsersOf(
    reader,
    { realm, user },
    rows.map(({ id }) => id),
  );
  return rows.filter(sees).map((row) => ({ id: row.id, name: row.full_name, active: row.is_active }));
}

async function namedGroups(
  reader: Reader,
  { realm }: Actor,
  names: readonly string[],
): Promise<{ id: number; name: string; active: boolean }[]> {
  if (names.length === 0) return [];
  const rows = await reader.all(
    sql<{ id: number; name: string; is_deactivated: boolean }>`
      select id, name, is_deactivated from user_group
      where realm_id = ${realm.id} and name = any(${[...names]}::text[])`,
  );
  return rows.map((row) => ({ id: row.id, name: row.name, active: !row.is_deactivated }));
}

function namedEmoji(emoji: ReadonlyMap<string, string>, names: readonly string[]): Record<string, string> {
  const known = names.flatMap((name) => {
    const url = emoji.get(name);
    return url === undefined ? [] : [[name, url] as const];
  });
  return Object.fromEntries(known);
}

async function readableChannels(
  reader: Reader,
  { realm, user }: Actor,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> {
  if (names.length === 0) return [];
  const found = await findByNames(reader, realm.id, [...new Set(names)]);
  const channels = found.flatMap(({ channel }) => channel ?? []);
  const relationOf = await relationsTo(reader, user, channels);
  return channels
    .filter((channel) => canRead(user, channel, relationOf(channel)))
    .map(({ id, name }) => ({ id, name }));
}

async function namedTopics(
  reader: Reader,
  { realm }: Actor,
  topics: readonly { channelName: string; name: string }[],
  channels: readonly { id: number; name: string }[],
): Promise<{ channelId: number; name: string; latestMessageId: number }[]> {
  const ids = new Map(channels.map(({ id, name }) => [name.toLowerCase(), id]));
  const wanted = topics.flatMap(({ channelName, name }) => {
    const channelId = ids.get(channelName.toLowerCase());
    return channelId === undefined ? [] : [{ channelId, name }];
  });
  if (wanted.length === 0) return [];
  const rows = await reader.all(
    sql<{ channel_id: number; name: string; last_message_id: number }>`
      select t.channel_id, t.name, t.last_message_id
      from unnest(
        ${wanted.map(({ channelId }) => channelId)}::bigint[], ${wanted.map(({ name }) => name)}::text[]
      ) as w (channel_id, name)
      join channel c on c.realm_id = ${realm.id} and c.id = w.channel_id and c.is_history_public
      join topic t on t.realm_id = ${realm.id} and t.channel_id = w.channel_id and t.topic_key = lower(w.name)`,
  );
  return rows.map((row) => ({
    channelId: row.channel_id,
    name: row.name,
    latestMessageId: row.last_message_id,
  }));
}
