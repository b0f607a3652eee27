import { randomUUID } from 'node:crypto';
import { PNG } from '@parley/test-support/pictures.ts';
import type { FilePart } from '@parley/rules/wire.ts';
import { here, shown, there } from './canaries.ts';
import { credentialsOf, HOME, OTHER, PASSWORD, type Actor, type Stage } from './cast.ts';
import { isOwner, OUT_OF_SIGHT, seesChannel, type Axis, type Relation, type Who } from './policy.ts';
import type { Company } from './company.ts';
import { keeperOf, MUCH_LATER, sayIn, sayTo } from './prepared-messages.ts';
import { readsMessage } from './message-policy.ts';

/** A thing that is asked about. */
export type Target = {
  readonly id: number;
  /** How it is called where it is not called by its number. */
  readonly name: string;
  readonly relation: Relation;
};

const NOTHING = 999_999_999;

/** Makes a thing that stands to the actor as the relation says. */
export async function makeTarget(
  stage: Stage,
  company: Company,
  axis: Axis,
  relation: Relation,
  actor: Actor,
): Promise<Target> {
  const made = await makers[axis](stage, company, relation, actor);
  return { ...made, relation };
}

type Made = { readonly id: number; readonly name: string };
type Maker = (stage: Stage, company: Company, relation: Relation, actor: Actor) => Promise<Made>;

const channel: Maker = async (stage, company, relation) => {
  const { canaries, founder, keeper, otherFounder, must } = stage;
  if (relation === 'missing') return { id: NOTHING, name: `none ${canaries.hatch(() => true)}` };
  if (relation === 'foreign') {
    const name = `foreign ${canaries.hatch(there)}`;
    const answer = await must(otherFounder, 'POST', '/channels/create', {
      name,
      description: canaries.hatch(there),
      subscribers: [otherFounder.id],
    });
    return { id: Number(answer.at('id')), name };
  }
  const knows = (who: Who): boolean => seesChannel(who, relation);
  const name = `channel ${canaries.hatch(knows)}`;
  const secret = relation === 'private' || relation === 'protected' || relation === 'archived private';
  const leavers = [company.of('ex-subscriber').id, company.of('guest, ex-subscriber').id];
  const leaver = company.of('member who left the group').id;
  const inside = [company.of('guest, subscribed').id, company.of('member, subscribed').id];
  const holders = await must(founder, 'POST', '/user_groups/create', {
    name: `holders ${canaries.hatch(shown)}`,
    description: '',
    members: [leaver],
    subgroups: [stage.rightGroup],
  });
  const holding = Number(holders.at('group_id'));
  const answer = await must(keeper, 'POST', '/channels/create', {
    name,
    description: canaries.hatch(knows),
    subscribers: [keeper.id, stage.neighbour.id, ...inside, ...leavers],
    invite_only: secret,
    ...(secret ? { history_public_to_subscribers: relation !== 'protected' } : {}),
    can_subscribe_group: holding,
    can_administer_channel_group: {
      direct_members: [company.of('member who administers').id, company.of('guest').id],
      direct_subgroups: [],
    },
  });
  const id = Number(answer.at('id'));
  for (const kind of ['ex-subscriber', 'guest, ex-subscriber', 'member who left the group']) {
    const seen = await stage.ask('GET', `/streams/${id}`, { as: company.of(kind).as, host: HOME });
    if (seen.status !== 200) throw new Error(`${kind} does not see what will be lost: ${seen.text}`);
  }
  await must(founder, 'DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: leavers });
  await must(founder, 'POST', `/user_groups/${holding}/members`, { delete: [leaver] });
  if (relation === 'web-public')
    await stage.sql.query('update channel set is_web_public = true where id = $1', [id]);
  if (relation === 'archived' || relation === 'archived private')
    await must(founder, 'DELETE', `/streams/${id}`);
  return { id, name };
};

const user: Maker = async (stage, _company, relation, actor) => {
  const { server, canaries, founder, must } = stage;
  if (relation === 'self') return { id: actor.id, name: dummy(actor.id, actor.host) };
  if (relation === 'missing') return { id: NOTHING, name: dummy(NOTHING, actor.host) };
  const foreign = relation === 'foreign';
  const knows = foreign
    ? there
    : (who: Who): boolean => here(who) && !(OUT_OF_SIGHT.has(relation) && who.role === 600);
  const word = canaries.hatch(knows);
  const owner = relation === 'own bot' ? actor.id : stage.keeper.id;
  const isBot = relation === 'own bot' || relation === "other's bot";
  const made = await server.user({
    role: relation === 'an owner' ? 100 : 400,
    email: `${word}@example.com`,
    fullName: `T ${isBot ? canaries.hatch(shown) : word}`,
    // Channels that were made default meanwhile would show them to who is in there.
    joins: { channelIds: [], defaults: false },
    ...(foreign ? { realmId: stage.otherRealm } : {}),
    ...(isBot ? { bot: { type: 1, ownerId: owner } } : {}),
  });
  canaries.guard(
    made.apiKey,
    (who) => isBot && (who.kind === actor.who.kind || who.role <= 200) && here(who),
  );
  if (!foreign && !isBot && relation !== 'hidden')
    await must(founder, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: stage.common.name }],
      principals: [made.id],
    });
  if (relation === 'once visible')
    await must(founder, 'DELETE', '/users/me/subscriptions', {
      subscriptions: [stage.common.name],
      principals: [made.id],
    });
  if (relation === 'deactivated') await must(founder, 'DELETE', `/users/${made.id}`);
  return { id: made.id, name: dummy(made.id, actor.host) };
};

/** The made-up address under which anybody is found. */
function dummy(id: number, host: string): string {
  return `user${id}@${host}`;
}

const group: Maker = async (stage, _company, relation, actor) => {
  const { canaries, founder, keeper, must } = stage;
  if (relation === 'missing') return { id: NOTHING, name: '' };
  if (relation === 'system') return { id: stage.roleMembers, name: 'role:members' };
  const foreign = relation === 'foreign';
  const by = foreign ? stage.otherFounder : founder;
  const manager = foreign ? by.id : relation === 'own' ? actor.id : keeper.id;
  const name = `group ${canaries.hatch(foreign ? there : shown)}`;
  const answer = await must(by, 'POST', '/user_groups/create', {
    name,
    description: canaries.hatch(foreign ? there : shown),
    members: [foreign ? stage.otherFounder.id : keeper.id],
    can_manage_group: { direct_members: [manager], direct_subgroups: [] },
    ...(foreign ? {} : { can_add_members_group: stage.rightGroup }),
  });
  const id = Number(answer.at('group_id'));
  if (relation === 'deactivated') await must(founder, 'POST', `/user_groups/${id}/deactivate`);
  return { id, name };
};

/** The owner of the target: the actor, another user of the organization, or a user of another organization. */
function holder(stage: Stage, relation: Relation, actor: Actor) {
  if (relation === 'own') return { id: actor.id, as: actor.as, host: actor.host, knows: only(actor.who) };
  const other = relation === 'foreign' ? stage.otherNeighbour : stage.keeper;
  const host = relation === 'foreign' ? OTHER : HOME;
  return { id: other.id, as: credentialsOf(other), host, knows: () => false };
}

function only({ kind }: Who) {
  return (who: Who): boolean => who.kind === kind;
}

function personal(
  path: string,
  form: (word: string, holderId: number) => Readonly<Record<string, unknown>>,
  result: readonly (string | number)[],
): Maker {
  return async (stage, _company, relation, actor) => {
    if (relation === 'missing') return { id: NOTHING, name: 'nothing' };
    const { id, as, host, knows } = holder(stage, relation, actor);
    const answer = await stage.ask('POST', path, { as, host, form: form(stage.canaries.hatch(knows), id) });
    if (answer.status !== 200) throw new Error(`preparing ${path}: ${answer.text}`);
    return { id: Number(answer.at(...result)), name: String(answer.at(...result)) };
  };
}

const reminder: Maker = async (stage, _company, relation, actor) => {
  if (relation === 'missing') return { id: NOTHING, name: 'nothing' };
  const { id, as, host, knows } = holder(stage, relation, actor);
  const message_id = await sayTo(stage, { as, host }, [id], stage.canaries.hatch(knows));
  const form = { message_id, scheduled_delivery_timestamp: MUCH_LATER, note: stage.canaries.hatch(knows) };
  const answer = await stage.ask('POST', '/reminders', { as, host, form });
  if (answer.status !== 200) throw new Error(`preparing a reminder: ${answer.text}`);
  return { id: Number(answer.at('reminder_id')), name: '' };
};

const view: Maker = async (stage, _company, relation, actor) => {
  if (relation === 'missing') return { id: 0, name: 'narrow/is/nothing' };
  const { as, host, knows } = holder(stage, relation, actor);
  const name = `narrow/${stage.canaries.hatch(knows)}`;
  const form = { fragment: name, is_pinned: true, name: stage.canaries.hatch(knows) };
  const answer = await stage.ask('POST', '/navigation_views', { as, host, form });
  if (answer.status !== 200) throw new Error(`preparing a view: ${answer.text}`);
  return { id: 0, name };
};

const queue: Maker = async (stage, _company, relation, actor) => {
  if (relation === 'missing') return { id: 0, name: '00000000-0000-4000-8000-000000000000' };
  const { as, host } = holder(stage, relation, actor);
  const form = { fetch_event_types: [], event_types: ['drafts'] };
  const answer = await stage.ask('POST', '/register', { as, host, form });
  return { id: Number(answer.at('last_event_id')), name: String(answer.at('queue_id')) };
};

/** Its name is a word that others in the organization may read. */
const emoji: Maker = async (stage, _company, relation, actor) => {
  if (relation === 'missing') return { id: NOTHING, name: 'nothing' };
  const foreign = relation === 'foreign';
  const name = stage.canaries.hatch(foreign ? there : shown);
  const { as, host } = holder(stage, relation, actor);
  const files = [{ name: 'file', content: PNG }];
  const answer = await stage.ask('POST', `/realm/emoji/${name}`, { as, host, files });
  if (answer.status !== 200) throw new Error(`preparing an emoji: ${answer.text}`);
  if (relation === 'deactivated') await stage.must(stage.founder, 'DELETE', `/realm/emoji/${name}`);
  return { id: 0, name };
};

/** A thing of the organization: made by its owner, here or elsewhere. */
function shared(
  path: string,
  form: (word: string, relation: Relation) => Readonly<Record<string, unknown>>,
  result: readonly (string | number)[],
  knows: (who: Who) => boolean = here,
): Maker {
  return async (stage, _company, relation) => {
    if (relation === 'missing') return { id: NOTHING, name: 'nothing.example.net' };
    const foreign = relation === 'foreign';
    const word = stage.canaries.hatch(foreign ? there : knows);
    const by = foreign ? stage.otherFounder : stage.founder;
    const answer = await stage.must(by, 'POST', path, form(word, relation));
    return { id: Number(answer.at(...result)), name: String(answer.at(...result)) };
  };
}

const login: Maker = async (stage, _company, relation) => {
  const { server, canaries, founder, must } = stage;
  if (relation === 'missing') return { id: NOTHING, name: `${canaries.hatch(() => true)}@example.com` };
  const foreign = relation === 'foreign';
  const name = `${canaries.hatch(foreign ? there : here)}@example.com`;
  const made = await server.user({
    email: name,
    fullName: name.slice(0, 15),
    passwordHash: stage.passwordHash,
    ...(foreign ? { realmId: stage.otherRealm } : {}),
  });
  if (relation === 'deactivated') await must(founder, 'DELETE', `/users/${made.id}`);
  return { id: made.id, name };
};

const IN_CHANNEL: Readonly<Record<string, Relation>> = {
  'in public': 'public',
  'in web-public': 'web-public',
  'in private': 'private',
  'in protected': 'protected',
  'in protected, earlier': 'protected',
  'in archived': 'public',
};

/** A message that the keeper wrote, or the actor; only who may read it knows its words. */
const message: Maker = async (stage, company, relation, actor) => {
  if (relation === 'missing') return { id: NOTHING, name: '' };
  const word = (knows: (who: Who) => boolean): string => stage.canaries.hatch(knows);
  const place = IN_CHANNEL[relation];
  if (place !== undefined) return messageIn(stage, company, relation, place, actor);
  if (relation === 'foreign') {
    const by = { as: credentialsOf(stage.otherFounder), host: OTHER };
    return {
      id: await sayTo(
        stage,
        by,
        [stage.otherNeighbour.id],
        word(() => false),
      ),
      name: '',
    };
  }
  const keeper = keeperOf(stage);
  if (relation === "others' direct")
    return {
      id: await sayTo(
        stage,
        keeper,
        [stage.neighbour.id],
        word(() => false),
      ),
      name: '',
    };
  const text = word(only(actor.who));
  const id =
    relation === 'own direct'
      ? // Guests may not see the keeper, but everybody can write to themselves.
        await sayTo(stage, actor, [actor.who.role === 600 ? actor.id : stage.keeper.id], text)
      : await sayTo(stage, keeper, [actor.id], text);
  return { id, name: '' };
};

async function messageIn(
  stage: Stage,
  company: Company,
  relation: Relation,
  place: Relation,
  actor: Actor,
): Promise<Made> {
  const { id: channelId, name } = await channel(stage, company, place, actor);
  const inside = [company.of('guest, subscribed').id, company.of('member, subscribed').id];
  const isEarlier = relation === 'in protected, earlier';
  if (isEarlier)
    await stage.must(stage.founder, 'DELETE', '/users/me/subscriptions', {
      subscriptions: [name],
      principals: inside,
    });
  const text = stage.canaries.hatch((who) => readsMessage(who, relation));
  const id = await sayIn(stage, channelId, text);
  if (isEarlier)
    await stage.must(stage.keeper, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: inside,
    });
  if (relation === 'in archived') await stage.must(stage.founder, 'DELETE', `/streams/${channelId}`);
  return { id, name: '' };
}

/** A file, named by its path: private, or shared in a message. Only users who may see it know its name. */
function fileOf(content: (word: string) => FilePart): Maker {
  return async (stage, company, relation, actor) => {
    if (relation === 'missing')
      return { id: NOTHING, name: `${stage.server.realmId}/ab/${'x'.repeat(24)}/nothing.txt` };
    if (relation === 'own' || relation === "other's" || relation === 'foreign') {
      const { as, host, knows } = holder(stage, relation, actor);
      return uploaded(stage, { as, host }, content(stage.canaries.hatch(knows)));
    }
    const place = IN_CHANNEL[relation];
    const keeper = keeperOf(stage);
    if (place === undefined) {
      const isToMe = relation === 'direct to me';
      const shared = await uploaded(
        stage,
        keeper,
        content(stage.canaries.hatch(isToMe ? only(actor.who) : () => false)),
      );
      await sayTo(stage, keeper, [isToMe ? actor.id : stage.neighbour.id], linkTo(shared));
      return shared;
    }
    const { id: channelId } = await channel(stage, company, place, actor);
    const shared = await uploaded(
      stage,
      keeper,
      content(stage.canaries.hatch((who) => readsMessage(who, relation))),
    );
    await sayIn(stage, channelId, linkTo(shared));
    if (relation === 'in archived') await stage.must(stage.founder, 'DELETE', `/streams/${channelId}`);
    return shared;
  };
}

const file = fileOf((word) => ({ name: `${word}.txt`, content: word }));
const picture = fileOf((word) => ({ name: `${word}.png`, content: PNG }));

function linkTo({ name }: Made): string {
  return `[file](/user_uploads/${name})`;
}

async function uploaded(stage: Stage, by: { as: Actor['as']; host: string }, part: FilePart): Promise<Made> {
  const answer = await stage.ask('POST', '/user_uploads', {
    ...by,
    files: [part],
  });
  if (answer.status !== 200) throw new Error(`preparing a file: ${answer.text}`);
  const name = String(answer.at('url')).replace('/user_uploads/', '');
  const list = await stage.ask('GET', '/attachments', by);
  const files = list.at('attachments') as { id: number; path_id: string }[];
  return { id: files.find(({ path_id }) => path_id === name)?.id ?? NOTHING, name };
}

export function draftWith(content: string) {
  return { type: '', to: [], topic: '', content };
}

/** An invitation inserted as a row, because not every user of the matrix may invite. */
function invitation(kind: 'email' | 'link'): Maker {
  return async (
    { sql, server, canaries, keeper, founder, otherFounder, otherRealm },
    _company,
    relation,
    actor,
  ) => {
    if (relation === 'missing') return { id: NOTHING, name: '' };
    const isForeign = relation === 'foreign' || (actor.host === OTHER && relation !== 'own');
    const inviter = relation === 'own' ? actor.id : isForeign ? otherFounder.id : keeper.id;
    const realm = isForeign || actor.host === OTHER ? otherRealm : server.realmId;
    const word = canaries.hatch((who) => (isForeign ? there(who) : who.role <= 200 && here(who)));
    const { rows } = await sql.query<{ id: number }>(
      `insert into invitation (realm_id, inviter_id, email, token_hash, role, channel_ids, group_ids, joins_defaults,
         notifies_inviter, invited_at)
       select realm_id, id, $3, sha256($4::bytea), 400, '{}', '{}', false, false, now()
       from realm_user where realm_id = $1 and id = any($2) order by id desc limit 1
       returning id`,
      [realm, [inviter, founder.id], kind === 'email' ? `${word}@example.com` : null, Buffer.from(word)],
    );
    return { id: rows[0]?.id ?? NOTHING, name: '' };
  };
}

/** A complete export inserted as a row, because a job makes archives. */
const realmExport: Maker = async ({ sql, server, founder, otherFounder, otherRealm }, _company, relation) => {
  if (relation === 'missing') return { id: NOTHING, name: '' };
  const key = `exports/1/${randomUUID()}.tar`;
  await server.server.world.files.put(key, Buffer.from('an archive'));
  const isForeign = relation === 'foreign';
  const { rows } = await sql.query<{ id: string }>(
    `insert into realm_export (realm_id, user_id, type, state, ended_at, key, size)
     values ($1, $2, 'public', 'complete', now(), $3, 10) returning id`,
    [isForeign ? otherRealm : server.realmId, isForeign ? otherFounder.id : founder.id, key],
  );
  return { id: Number(rows[0]?.id ?? NOTHING), name: '' };
};

/** Subscriptions without event types receive nothing. Old ones are deleted, because users have only so many. */
const subscription: Maker = async (stage, company, relation, actor) => {
  await stage.sql.query(
    'delete from event_subscription where id <= (select max(id) from event_subscription) - 10',
  );
  const make = personal(
    '/event_subscriptions',
    (word) => ({ url: `https://example.com/${word}`, event_types: [] }),
    ['id'],
  );
  return make(stage, company, relation, actor);
};
/** A hold on a new user, whose id is its name. Old ones are deleted, because organizations have only so many. */
const hold: Maker = async (stage, _company, relation) => {
  if (relation === 'missing') return { id: NOTHING, name: String(NOTHING) };
  await stage.sql.query('delete from hold where id <= (select max(id) from hold) - 10');
  const foreign = relation === 'foreign';
  const { id: user_id } = await stage.server.user(foreign ? { realmId: stage.otherRealm } : {});
  const reason = stage.canaries.hatch(foreign ? there : (who) => isOwner(who) && here(who));
  const by = foreign ? stage.otherFounder : stage.founder;
  const answer = await stage.must(by, 'POST', '/holds', { user_id, reason });
  return { id: Number(answer.at('id')), name: String(user_id) };
};

/** An export of the owner's data, inserted as a row, because a job makes archives. */
const personalExport: Maker = async (stage, _company, relation) => {
  if (relation === 'missing') return { id: NOTHING, name: '' };
  const foreign = relation === 'foreign';
  const key = `personal/1/${randomUUID()}.tar`;
  await stage.server.server.world.files.put(key, Buffer.from('an archive'));
  const { rows } = await stage.sql.query<{ id: string }>(
    `insert into personal_export (realm_id, user_id, state, ended_at, key, size)
     values ($1, $2, 'ready', now(), $3, $4) returning id`,
    [
      foreign ? stage.otherRealm : stage.server.realmId,
      foreign ? stage.otherFounder.id : stage.founder.id,
      key,
      10,
    ],
  );
  return { id: Number(rows[0]?.id ?? NOTHING), name: '' };
};

/** A grant, inserted as a row, because bots cannot make one. */
const grant: Maker = async (stage, _company, relation, actor) => {
  if (relation === 'missing') return { id: NOTHING, name: '' };
  const { id, host } = holder(stage, relation, actor);
  const { rows } = await stage.sql.query<{ id: string }>(
    `insert into credential (realm_id, user_id, kind, secret_hash, token_end, name, scopes, expires_at)
     values ($1, $2, 'grant', sha256($3), 'aaaa', 'A program', '{react}', now() + interval '1 day') returning id`,
    [host === OTHER ? stage.otherRealm : stage.server.realmId, id, Buffer.from(randomUUID())],
  );
  return { id: Number(rows[0]?.id ?? NOTHING), name: '' };
};

/** An import whose archive has not arrived, inserted as a row, because an organization has one of them. */
const realmImport: Maker = async (stage, _company, relation) => {
  if (relation === 'missing') return { id: NOTHING, name: '' };
  const foreign = relation === 'foreign';
  const { rows } = await stage.sql.query<{ id: string }>(
    `insert into chat_import (realm_id, source, origin, state, user_id, file_name, size)
     values ($1, 'slack', '', 'receiving', $2, 'x.zip', 1000) returning id`,
    [foreign ? stage.otherRealm : stage.server.realmId, foreign ? stage.otherFounder.id : stage.founder.id],
  );
  return { id: Number(rows[0]?.id ?? NOTHING), name: '' };
};

/** A device of a browser, at a push service that does not exist. */
export function webPushDevice(word: string): Readonly<Record<string, string>> {
  return {
    endpoint: `https://push.example.com/${word}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
}

const makers: Readonly<Record<Axis, Maker>> = {
  nothing: () => Promise.resolve({ id: 0, name: '' }),
  channel,
  user,
  group,
  draft: personal('/drafts', (word) => ({ drafts: [draftWith(word)] }), ['ids', 0]),
  snippet: personal('/saved_snippets', (word) => ({ title: word, content: word }), ['saved_snippet_id']),
  subscription,
  scheduled: personal(
    '/scheduled_messages',
    (word, id) => ({ type: 'direct', to: [id], content: word, scheduled_delivery_timestamp: MUCH_LATER }),
    ['scheduled_message_id'],
  ),
  reminder,
  device: personal('/register_client_device', () => ({}), ['device_id']),
  'push device': personal('/web_push', webPushDevice, ['subscription_id']),
  view,
  queue,
  linkifier: shared(
    '/realm/filters',
    (word) => ({ pattern: `${word}-(?P<id>[0-9]+)`, url_template: `https://example.com/${word}/{id}` }),
    ['id'],
    shown,
  ),
  emoji,
  playground: shared(
    '/realm/playgrounds',
    (word) => ({ name: word, pygments_language: 'c++', url_template: 'https://example.com/?c={code}' }),
    ['id'],
    shown,
  ),
  hold,
  grant,
  'directory token': shared('/realm/directory/tokens', (word) => ({ name: word, days: 30 }), [
    'directory_token',
    'id',
  ]),
  'oauth client': shared('/realm/oauth-clients', (word) => ({ host: `${word.toLowerCase()}.example` }), [
    'client',
    'id',
  ]),
  'personal export': personalExport,
  import: realmImport,
  domain: shared('/realm/domains', (word) => ({ domain: `${word}.example.net`, allow_subdomains: false }), [
    'new_domain',
    1,
  ]),
  export: realmExport,
  folder: shared('/channel_folders/create', (word) => ({ name: word, description: word }), [
    'channel_folder_id',
  ]),
  field: shared(
    '/realm/profile_fields',
    (word, relation) => ({ field_type: 1, name: word, editable_by_user: relation !== 'locked' }),
    ['id'],
  ),
  login,
  message,
  invitation: invitation('email'),
  'invitation link': invitation('link'),
  file,
  picture,
};

export function passwordFor(relation: Relation): string {
  return relation === 'wrong password' ? `${PASSWORD} not` : PASSWORD;
}
