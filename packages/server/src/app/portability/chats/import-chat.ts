import { tmpdir } from 'node:os';
import { RenderPool } from '@parley/markdown/worker-pool';
import type { RenderContext, RenderResult } from '@parley/markdown';
import { createVocabularies, readVocabularyVersions } from '../../../chat/messages/rendering/vocabulary.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { q, sql, toJson } from '../../../engine/db/sql.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { SYSTEM_ROLE, type Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { CommandError } from '../../cli/explain.ts';
import { createProgress } from '../progress.ts';
import { createComposer, type Composer, type LinkedMessage } from './compose.ts';
import { describeArchive } from './describe-archive.ts';
import { importEmoji } from './emoji.ts';
import { createFiles } from './files.ts';
import type { ChatArchive, Person } from './form.ts';
import { importGroups } from './groups.ts';
import { openHomes } from './homes.ts';
import { openConversations } from './open-conversations.ts';
import { importPeople } from './people.ts';
import { importPictures } from './pictures.ts';
import { createReport, type ImportReport, type ReportContent } from './report.ts';
import { createSampler, type Sample, type Sampler } from './samples.ts';
import { scanArchive } from './scan.ts';
import { lookAgain } from './second-look.ts';
import { createSorter } from './sorter.ts';
import { whileImporting } from './while-importing.ts';
import { writeAll } from './write-all.ts';
import { writeReactions } from './write-reactions.ts';

export type ChatImport = {
  readonly id: number;
  /** Messages that this run wrote. */
  readonly written: number;
  readonly report: ReportContent;
};

/** The run of an import: its progress is told and stored, and it rests beside the work of users. */
export type ImportRun = {
  readonly tell?: (line: string) => void;
  readonly pace?: () => Promise<void>;
  readonly id: number;
};

/**
 * Puts the archive of another chat into an organization that people may use meanwhile. A repetition takes what is new, and
 * continues an import that was interrupted: objects are known by their ids in the other chat.
 */
export function importChat(
  world: World,
  realm: RealmRow,
  archive: ChatArchive,
  run: Pick<ImportRun, 'tell'> = {},
): Promise<ChatImport> {
  return whileImporting(world, realm.id, async () =>
    runImport(world, realm, archive, { ...run, id: await begin(world, realm.id, archive) }),
  );
}

/** Imports an archive for an import that has begun. To be called while no other import of the organization runs. */
export async function runImport(
  world: World,
  realm: RealmRow,
  archive: ChatArchive,
  run: ImportRun,
): Promise<ChatImport> {
  const report = createReport();
  const { written, samples } = await importAll(world, realm, archive, { report, ...run });
  const content = report.content();
  await world.write(realm.id, (tx) =>
    tx.all(sql`
      update chat_import set state = 'done', finished_at = now(), report = ${toJson(content)}::jsonb,
        notes = ${toJson(report.notes())}::jsonb, samples = ${toJson(samples)}::jsonb
      where realm_id = ${realm.id} and id = ${run.id}`),
  );
  return { id: run.id, written, report: content };
}

/** Counts what an import would take and what not, and keeps the report. */
export async function checkChat(world: World, realm: RealmRow, archive: ChatArchive): Promise<ReportContent> {
  const report = createReport();
  const total = await describeArchive(archive, report, async () => {});
  const content = report.content();
  await world.write(realm.id, (tx) =>
    tx.all(sql`
      insert into chat_import (realm_id, source, origin, state, finished_at, total, found)
      values (${realm.id}, ${archive.source}, ${archive.origin}, 'checked', now(), ${total}, ${toJson(content)}::jsonb)`),
  );
  return content;
}

/** An import of the operator; one of the same workspace that was interrupted goes on. */
async function begin({ write }: World, realmId: number, { source, origin }: ChatArchive): Promise<number> {
  const row = await write(realmId, (tx) =>
    tx.first(sql<{ id: number }>`
      with interrupted as (
        select id from chat_import
        where realm_id = ${realmId} and origin = ${origin} and state = 'running' order by id desc limit 1
      ), begun as (
        insert into chat_import (realm_id, source, origin, state)
        select ${realmId}, ${source}, ${origin}, 'running' where not exists (select from interrupted)
        returning id
      )
      select id from interrupted union all select id from begun`),
  );
  if (row === undefined) throw new Error('The import was not stored.');
  return row.id;
}

type Running = ImportRun & { readonly report: ImportReport };
type Imported = { readonly written: number; readonly samples: readonly Sample[] };

async function importAll(
  world: World,
  realm: RealmRow,
  archive: ChatArchive,
  { report, id: importId, tell = () => {}, pace = async () => {} }: Running,
): Promise<Imported> {
  const { origin } = archive;
  const realmId = realm.id;
  const isEmpty = !(await hasMessagesOfPeople(world, realmId));
  const sorter = await createSorter(tmpdir());
  const later = await createSorter(tmpdir());
  const renderer = new RenderPool({ size: 1 });
  try {
    const sampler = samplerOf(world, archive);
    const scan = await scanArchive(archive, report, pace, (message) => {
      sampler.add(message);
      return sorter.add({ ...message, original: undefined });
    });
    tell(`${scan.messages} messages read`);
    const people: Person[] = [...archive.people, ...scan.strangers.values()];
    const accounts = await importPeople({ world, realmId, origin, importId, isEmpty, report }, people);
    const groups = await importGroups({ world, realmId, origin, importId, accounts, report }, archive.groups);
    const actor = await systemActor(world, realm);
    await importPictures({ world, actor, archive, accounts, report });
    const emoji = await importEmoji({ world, actor, archive, importId, report });
    const homes = await openHomes({ world, realmId, origin, accounts }, archive.channels, archive.directs);
    const names = { accounts, groups, channels: await homes.prepare() };
    const storing = { world, actor, origin, importId, archive };
    const files = createFiles({ ...storing, report });
    const rereading = createFiles({ ...storing, report: createReport() });
    const base = await renderingOf(world, realm, emoji.pictures);
    const render = renderWith(renderer);
    const composer = createComposer({ names, files, base, render });
    const composerFor = (messages: ReadonlyMap<string, LinkedMessage>): Composer =>
      createComposer({ names: { ...names, messages }, files: rereading, base, render });
    const progress = await followProgress(world, realmId, importId, scan.messages, tell);
    const client = `import from ${archive.source}`;
    const writing = { world, realmId, origin, importId, client, accounts, emoji };
    const written = await writeAll(
      { ...writing, homes, composer, report, progress, later, pace },
      sorter.sorted(),
    );
    await writeReactions(writing, archive, report);
    const look = { world, realmId, origin, accounts, homes, composerFor };
    const receipts = await lookAgain(look, later.sorted());
    await openConversations({ world, realmId, origin, importId, accounts, report, receipts }, homes);
    return { written, samples: sampler.samples() };
  } finally {
    await renderer.close();
    await sorter.dispose();
    await later.dispose();
  }
}

type Render = (text: string, context: RenderContext) => Promise<RenderResult>;

function renderWith(renderer: RenderPool): Render {
  return async (text, context) =>
    renderer.renderAtOnce(text, context) ??
    (await renderer.render(text, context).catch(() => renderer.render('*(text that cannot be shown)*')));
}

function samplerOf({ random }: World, { channels, people }: ChatArchive): Sampler {
  const open = new Set(channels.filter(({ isPrivate }) => !isPrivate).map(({ key }) => key));
  const names = new Map(people.map(({ key, name }) => [key, name]));
  return createSampler(
    random,
    (channel) => open.has(channel),
    (person) => names.get(person),
  );
}

/** A commit of its own for each group of messages would cost more than what owners see. */
const STORE_MS = 1_000;

/** Tells how far the import is, and keeps it in its row. */
async function followProgress(
  { clock, pool }: World,
  realmId: number,
  id: number,
  total: number,
  tell: (line: string) => void,
): Promise<{ add(count: number): Promise<void> }> {
  const progress = createProgress(clock, tell, 'messages', total);
  let done = 0;
  const store = (): Promise<unknown> =>
    pool.all(sql`
      update chat_import set total = ${total}, progress = greatest(progress, ${done}),
        tries = case when progress < ${done} then 0 else tries end
      where realm_id = ${realmId} and id = ${id}`);
  await store();
  let stored = clock.monotonic();
  return {
    add: async (count) => {
      done += count;
      progress.add(count);
      if (done < total && clock.monotonic() - stored < STORE_MS) return;
      stored = clock.monotonic();
      await store();
    },
  };
}

/** Messages of the server's own account greet people in new organizations. */
async function hasMessagesOfPeople({ pool }: World, realmId: number): Promise<boolean> {
  const row = await pool.first(sql`
    select from message m join realm_user u on u.realm_id = m.realm_id and u.id = m.sender_id
    where m.realm_id = ${realmId} and u.role <> ${SYSTEM_ROLE} limit 1`);
  return row !== undefined;
}

async function systemActor({ pool }: World, realm: RealmRow): Promise<Actor> {
  const user = await pool.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('role', '=', SYSTEM_ROLE)
      .orderBy('id')
      .limit(1),
  );
  if (user === undefined) throw new CommandError('The organization has no account of the server.');
  return { realm, user };
}

async function renderingOf(
  { pool, config, epoch }: World,
  realm: RealmRow,
  customEmoji: Readonly<Record<string, string>>,
): Promise<RenderContext> {
  const vocabularies = createVocabularies(pool, () => epoch.token());
  const { linkifiers } = await vocabularies(realm.id, await readVocabularyVersions(pool, realm.id));
  const settings = realmSettingsOf(realm);
  return {
    origin: urlOf(config.hosts, realm.subdomain),
    linkifiers,
    customEmoji,
    previews: settings.inline_image_preview,
    defaultCodeLanguage: settings.default_code_block_language,
  };
}
