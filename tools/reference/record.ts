import { endpoints } from '@parley/contract/endpoints.ts';
import { errors } from '@parley/contract/errors.ts';
import { events } from '@parley/contract/events.ts';
import type { Config } from '@parley/server/engine/config.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { kindOf } from '@parley/server/app/reference/catalogue.ts';
import type { Recorded } from '@parley/server/app/reference/recorded.ts';
import { ABSENT_PUSH } from '@parley/test-support/absent.ts';
import { startTestServer } from '@parley/test-support/harness.ts';
import { startVideoProvider } from '@parley/test-support/video-provider.ts';
import { recordBusyServer, type BusyRecording } from './busy-server.ts';
import { normalised } from './normalise.ts';
import type { Performer } from './perform.ts';
import { runScenarios } from './run-scenarios.ts';
import { openRecorder } from './recorder.ts';

function atHome(config: Config): Config {
  return {
    ...config,
    uploads: { ...config.uploads, quotaMiB: 1 },
    hosts: { ...config.hosts, external: 'chat.example.org', scheme: 'https' },
  };
}

/** Responses of a busy server, which every recording has. No example is performed there, so one serves all languages. */
export function recordBusy(): Promise<BusyRecording> {
  return recordBusyServer(atHome);
}

/** Runs all scenarios on a server of its own and returns the recording, which is equal in every run. */
export async function record(perform: (url: string) => Performer, busy: BusyRecording): Promise<Recorded> {
  const startedAt = Date.now();
  const provider = await startVideoProvider('https://chat.example.org/calls/conference/complete');
  const mailbox = await startMailbox();
  const server = await startTestServer((config) => ({
    ...atHome(config),
    mail: { url: mailbox.url, from: 'noreply@chat.example.org' },
    push: ABSENT_PUSH,
    calls: { ...provider.settings, scope: 'openid offline_access meetings' },
  }));
  const performer = perform(server.url);
  try {
    const { stage, recorded } = await openRecorder(server, performer);
    await runScenarios(stage, provider);
    Object.assign(recorded.events, busy.events);
    Object.assign(recorded.errors, busy.errors);
    const {
      operations,
      events: heard,
      errors: refused,
    } = normalised(recorded, startedAt) as unknown as Recorded;
    return {
      operations: inOrder(
        operations,
        endpoints.map(({ id }) => id),
      ),
      events: inOrder(heard, events.map(kindOf)),
      errors: inOrder(refused, Object.keys(errors)),
    };
  } finally {
    await performer.end();
    await server.stop();
    await provider.stop();
    await mailbox.stop();
  }
}

function inOrder<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
