import { setImmediate } from 'node:timers/promises';
import { operations as api } from '@parley/contract/endpoints.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { makeExports } from '@parley/server/app/portability/exports/make-exports.ts';
import { runImports } from '@parley/server/app/portability/imports/run-imports.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { Recorder } from '../recorder.ts';

/** The organization as a whole: its settings, its domains, its linkifiers, the fields of its profiles. */
export async function organization(stage: Recorder): Promise<void> {
  const { show, prepare, refuse, iris, amara, mateo } = stage;
  await show(api.getServerSettings, undefined, {});
  await show(api.updateRealm, iris, {
    name: 'Harbour Observatory',
    description: 'We watch the sky over the harbour, and write down what we see.',
    message_content_edit_limit_seconds: 3600,
  });
  await prepare(api.updateRealm, iris, { waiting_period_threshold: 0, enable_read_receipts: true });
  await prepare(api.updateRealm, iris, { video_chat_provider: 0 });
  await refuse('UNAUTHORIZED_PRINCIPAL', api.updateRealm, amara, { name: 'Our Observatory' });

  await show(api.addRealmDomain, iris, { domain: 'observatory.example', allow_subdomains: false });
  await show(api.getRealmDomains, amara, {});
  await show(api.patchRealmDomain, iris, { domain: 'observatory.example', allow_subdomains: true });
  await show(api.deleteRealmDomain, iris, { domain: 'observatory.example' });

  const issue = await show(api.addLinkifier, mateo, {
    pattern: '#(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.example.org/issues/{id}',
  });
  const night = await prepare(api.addLinkifier, mateo, {
    pattern: 'night:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})',
    url_template: 'https://log.example.org/nights/{date}',
  });
  await show(api.getLinkifiers, amara, {});
  await show(api.updateLinkifier, mateo, {
    filter_id: issue.id,
    pattern: 'ISSUE-(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.example.org/issues/{id}',
  });
  await show(api.reorderLinkifiers, mateo, { ordered_linkifier_ids: [night.id, issue.id] });
  await show(api.removeLinkifier, mateo, { filter_id: night.id });

  const playground = await show(api.addCodePlayground, iris, {
    name: 'Python playground',
    pygments_language: 'Python',
    url_template: 'https://play.example.org/python?code={code}',
  });
  await show(api.removeCodePlayground, iris, { playground_id: playground.id });

  const pronouns = await show(api.createCustomProfileField, iris, {
    name: 'Pronouns',
    field_type: profileFieldTypes.PRONOUNS.id,
    hint: 'How people speak of you',
  });
  const link = await prepare(api.createCustomProfileField, iris, {
    name: 'Home page',
    field_type: profileFieldTypes.URL.id,
  });
  await show(api.updateCustomProfileField, iris, {
    field_id: pronouns.id,
    hint: 'Such as she/her',
    display_in_profile_summary: true,
  });
  await show(api.reorderCustomProfileFields, iris, { order: [link.id, pronouns.id] });
  await show(api.getCustomProfileFields, amara, {});
  await show(api.updateProfileData, amara, {
    data: [
      { id: pronouns.id, value: 'she/her' },
      { id: link.id, value: 'https://example.org/amara' },
    ],
  });
  await show(api.removeProfileData, amara, { data: [link.id] });
  await show(api.deleteCustomProfileField, iris, { field_id: link.id });

  await show(api.createPersonalExport, amara, {});
  await show(api.getPersonalExports, amara, {});

  await grants(stage);
  await directory(stage);

  const hold = await show(api.createHold, iris, {
    user_id: amara.id,
    reason: 'Question of the harbour office',
  });
  await refuse('BAD_REQUEST', api.createHold, iris, { reason: 'Nothing is named' });
  await show(api.getHolds, iris, {});
  await refuse('UNAUTHORIZED_PRINCIPAL', api.getHolds, amara, {});
  await show(api.deleteHold, iris, { hold_id: hold.id });
  await show(api.getAuditEntries, iris, { kinds: ['change'], limit: 2 });
  await refuse('UNAUTHORIZED_PRINCIPAL', api.getAuditEntries, amara, {});
  await show(api.getLastChanges, iris, {});
  await prepare(api.updateSettings, amara, { allow_private_data_export: true });
  await show(api.getRealmExportConsents, iris, {});
  const first = await show(api.exportRealm, iris, {});
  await completeExport(stage, first.id);
  await show(api.getRealmExports, iris, {});
  await show(api.deleteRealmExport, iris, { export_id: first.id });

  await imports(stage);

  await show(api.updateRealmUserSettingsDefaults, iris, { twenty_four_hour_time: true });
}

async function grants({ show, refuse, iris, amara }: Recorder): Promise<void> {
  const { token, grant } = await show(api.createGrant, amara, {
    name: 'Night log',
    scopes: ['see_directory', 'write_messages'],
    days: 30,
  });
  await refuse(
    'SCOPE_REQUIRED',
    api.getMessages,
    { email: amara.email, key: token },
    { num_before: 5, num_after: 0 },
  );
  await show(api.getGrants, amara, {});
  await show(api.getGrantsOfUsers, iris, {});
  await show(api.getSecondStepsOfUsers, iris, {});
  await show(api.endGrant, amara, { grant_id: grant.id });
  const { client } = await show(api.addOauthClient, iris, { host: 'assistant.example' });
  await show(api.getOauthClients, iris, {});
  await show(api.removeOauthClient, iris, { client: client.id });
}

async function directory({ show, prepare, refuse, iris, amara }: Recorder): Promise<void> {
  await show(api.updateDirectory, iris, {
    creates_accounts: true,
    groups: [{ group: 'night-watch', user_group_id: null, role: 300 }],
  });
  const { directory_token } = await show(api.createDirectoryToken, iris, { name: 'Entra ID', days: 90 });
  await show(api.getDirectory, iris, {});
  await refuse('UNAUTHORIZED_PRINCIPAL', api.getDirectory, amara, {});
  await show(api.testDirectory, iris, {
    email: 'tomas@observatory.example',
    claims: { groups: ['night-watch'] },
  });
  await show(api.endDirectoryToken, iris, { token_id: directory_token.id });
  await prepare(api.updateDirectory, iris, { creates_accounts: false, groups: [] });
}

/** An archive without people and messages, so that nothing else of the recording changes; the report is of another one. */
const ARCHIVE = '{"type":"version","version":1}\n';

async function imports(stage: Recorder): Promise<void> {
  const { show, iris, server } = stage;
  const { pool } = server.server.world;
  const file = { source: 'mattermost', file_name: 'observatory.jsonl', size: ARCHIVE.length } as const;
  const { id } = await show(api.createRealmImport, iris, file);
  const part = { import_id: id, offset: 0 };
  await show(api.uploadRealmImportPart, iris, part, { files: { 'observatory.jsonl': ARCHIVE } });
  await leave(stage, id, 'checking');
  await pool.all(sql`update chat_import set total = 31214, found =
    '{"taken":{"messages in channels":31200,"people":38,"files":1904},"notTaken":{"huddles":14}}' where id = ${id}`);
  await show(api.getRealmImports, iris, {});
  await show(api.startRealmImport, iris, { import_id: id });
  await leave(stage, id, 'waiting');
  await pool.all(sql`update chat_import set total = 31200, progress = 31200,
    report = '{"taken":{"messages":31200,"people":38,"files":1898},"notTaken":{"files that are only linked":6}}',
    notes = '[{"what":"files that are only linked","name":"spectrum.png"}]' where id = ${id}`);
  await show(api.getRealmImport, iris, { import_id: id });
  await show(api.deleteRealmImport, iris, { import_id: id });
}

/** Lets a job take an import a step further: one of the server may do it at the same time. */
async function leave({ server }: Recorder, id: number, state: string): Promise<void> {
  const { world } = server.server;
  const find = () => world.pool.first(sql`select from chat_import where id = ${id} and state = ${state}`);
  while ((await find()) !== undefined) {
    await runImports(world);
    await setImmediate();
  }
}

/** Waits for the archive: a job of the server may make it at the same time. */
async function completeExport({ server }: Recorder, id: number): Promise<void> {
  const { world } = server.server;
  const find = () => world.pool.first(sql`select from realm_export where id = ${id} and state = 'pending'`);
  while ((await find()) !== undefined) {
    await makeExports(world);
    await setImmediate();
  }
}
