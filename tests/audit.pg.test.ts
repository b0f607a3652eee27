import { operations as api } from '@parley/contract/endpoints.ts';
import type { AuditAction } from '@parley/contract/objects/audit-entry.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readSnapshot } from '@parley/server/engine/db/snapshot.ts';
import { verifyChain } from '@parley/server/organization/audit/verify.ts';
import { ABSENT_PUSH } from '@parley/test-support/absent.ts';
import { startTestServer } from '@parley/test-support/harness.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { startVideoProvider } from '@parley/test-support/video-provider.ts';
import { expect, test } from 'vitest';
import { recordedOperations } from '../tools/audit/recorded-operations.ts';
import { plainPerformer } from '../tools/reference/perform.ts';
import { openRecorder, type Recorder } from '../tools/reference/recorder.ts';
import { runScenarios } from '../tools/reference/run-scenarios.ts';

test('the scenarios of the reference leave an audit entry for each operation that makes one, and a whole chain', async () => {
  const provider = await startVideoProvider('https://chat.example.org/calls/conference/complete');
  const mailbox = await startMailbox();
  const server = await startTestServer((config) => ({
    ...config,
    uploads: { ...config.uploads, quotaMiB: 1 },
    hosts: { ...config.hosts, external: 'chat.example.org', scheme: 'https' },
    mail: { url: mailbox.url, from: 'noreply@chat.example.org' },
    push: ABSENT_PUSH,
    calls: { ...provider.settings, scope: 'openid offline_access meetings' },
  }));
  const performer = plainPerformer(server.url);
  try {
    const { stage } = await openRecorder(server, performer);
    await askForMore(stage);
    await runScenarios(stage, provider);
    const { pool } = server.server.world;
    const rows = await pool.all(sql<{ via: string; actions: string[] }>`
      select body::json ->> 'via' as via, array_agg(distinct action) as actions from audit_entry group by 1`);
    const found = new Map(rows.map(({ via, actions }) => [via, actions]));
    const listed = Object.entries(recordedOperations);
    const silent = listed.filter(([id, recorded]) => typeof recorded !== 'string' && !found.has(id));
    expect(silent.map(([id]) => id)).toEqual([]);
    const unlisted = listed.flatMap(([id, recorded]) =>
      (found.get(id) ?? [])
        .filter((action) => typeof recorded === 'string' || !recorded.includes(action as AuditAction))
        .map((action) => `${id}: ${action}`),
    );
    expect(unlisted).toEqual([]);
    const realms = await pool.all(sql<{ id: number }>`select id from realm`);
    for (const { id } of realms)
      expect((await readSnapshot(pool, (reader) => verifyChain(reader, id))).wrong).toBeUndefined();
  } finally {
    await performer.end();
    await server.stop();
    await provider.stop();
    await mailbox.stop();
  }
});

/** Calls that the scenarios of the reference do not make. */
async function askForMore({ prepare, iris, amara }: Recorder): Promise<void> {
  await prepare(api.updateSettings, iris, {
    target_users: { user_ids: [amara.id], skip_if_already_edited: false },
    twenty_four_hour_time: true,
  });
  await prepare(api.updateSubscriptions, iris, { add: [{ name: 'made by the way' }] });
  const bot = await prepare(api.createBot, amara, { full_name: 'Scribe', short_name: 'scribe' });
  const { id } = await prepare(
    api.sendMessage,
    { id: bot.user_id, email: 'scribe-bot@chat.example.org', key: bot.api_key },
    { type: 'direct', to: [iris.id], content: 'The night', stream: true },
  );
  await prepare(api.stopMessage, iris, { message_id: id });
}
