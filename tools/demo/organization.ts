import { uploadAvatar } from '@parley/contract/endpoints/avatars.ts';
import { uploadCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import { addLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateRealmUserSettingsDefaults } from '@parley/contract/endpoints/settings.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import type { RunningServer } from '@parley/server/app/start.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { hireCast, type Cast } from './cast.ts';
import { openChannels } from './channels.ts';
import { allConversations } from './conversations/all.ts';
import { withFiles } from './files.ts';
import { arrangeReading, prepareDesk } from './history/personal.ts';
import { addReactions } from './history/reactions.ts';
import { sendHistory } from './history/send-history.ts';
import { timelineOf } from './history/timeline.ts';
import { domeEmoji, planet } from './pictures.ts';
import { fillProfiles } from './profiles.ts';
import { setStatuses, showPresence } from './presence.ts';
import { former, owner } from './users.ts';

export type SampleOptions = {
  /** The time that the conversations of today lead to, in milliseconds. */
  readonly now: number;
  /** The password of every user. */
  readonly password: string;
  readonly progress?: (line: string) => void;
  /** An organization without users; a new one at the root if omitted. */
  readonly realmId?: number;
};

const NAME = 'Observatory';

/** Fills the sample organization of a server. Users, texts and times relative to `now` are the same each time. */
export async function fillOrganization(
  server: RunningServer,
  { now, password, progress = () => {}, realmId: existing }: SampleOptions,
): Promise<Cast> {
  const { world } = server;
  const realmId = existing ?? (await createRealm(world.pool, { subdomain: '', name: NAME }));
  const cast = await hireCast(server, realmId, password);
  progress(`${cast.keys.length + 1} users of all roles and two bots`);
  await describeOrganization(world, cast);
  await fillProfiles(cast);
  progress('settings, linkifiers, pictures and profiles');
  const channels = await openChannels(cast, world.config.webPublic);
  progress(`three groups and ${channels.size} channels in two folders`);
  const steps = timelineOf(await withFiles(cast, allConversations()), now);
  const ids = await sendHistory(world, cast, steps, everyHundreds(progress));
  progress(`${ids.size} messages over nine weeks`);
  progress(`${await addReactions(world, cast, ids)} reactions and votes`);
  await arrangeReading(cast, channels, ids);
  await prepareDesk(cast, channels, ids, now);
  progress('unread topics, drafts, a reminder and a scheduled message');
  await cast.as(owner.key).call(deactivateUser, { user_id: cast.idOf(former.key) });
  await backdate(world, now);
  await setStatuses(cast);
  await showPresence(cast);
  progress('presence and status');
  return cast;
}

const PROGRESS_STEP = 400;

function everyHundreds(progress: (line: string) => void): (sent: number) => void {
  let next = PROGRESS_STEP;
  return (sent) => {
    if (sent < next) return;
    progress(`${sent} messages …`);
    next = sent + PROGRESS_STEP;
  };
}

async function describeOrganization(world: World, cast: Cast): Promise<void> {
  const iris = cast.as(owner.key);
  await iris.call(updateRealm, {
    name: NAME,
    description: 'We watch the sky over the harbour, and write down what we see.',
    default_language: 'en',
    message_content_edit_limit_seconds: 3600,
    video_chat_provider: 1,
    ...(world.config.webPublic ? { enable_spectator_access: true } : {}),
  });
  await iris.call(updateRealmUserSettingsDefaults, { twenty_four_hour_time: true });
  await iris.call(addRealmDomain, { domain: 'observatory.example', allow_subdomains: true });
  await iris.call(addLinkifier, {
    pattern: '#(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.observatory.example/issues/{id}',
  });
  await iris.call(addLinkifier, {
    pattern: 'night:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})',
    url_template: 'https://log.observatory.example/nights/{date}',
  });
  const emoji = { name: 'dome.png', content: new Blob([Buffer.from(domeEmoji())]) };
  await iris.call(uploadCustomEmoji, { emoji_name: 'dome' }, { file: emoji });
  const avatar = { name: 'kenji.png', content: new Blob([Buffer.from(planet([196, 120, 70]))]) };
  await cast.as('Kenji').call(uploadAvatar, {}, { file: avatar });
}

/** Makes the organization, its users, channels and topic policies older than the first message. */
async function backdate(world: World, now: number): Promise<void> {
  const at = new Date(now);
  await world.pool.all(sql`
    update realm_user set date_joined = ${at}::timestamptz - (200 + id * 37 % 600) * interval '1 day'`);
  await world.pool.all(sql`update channel set created_at = ${at}::timestamptz - interval '900 days'`);
  await world.pool.all(sql`update realm set created_at = ${at}::timestamptz - interval '1000 days'`);
  await world.pool.all(sql`
    update attachment a set created_at = m.sent_at
    from attachment_message am join message m on m.realm_id = am.realm_id and m.id = am.message_id
    where am.realm_id = a.realm_id and am.attachment_id = a.id`);
}
