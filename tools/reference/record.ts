import { endpoints } from '@parley/contract/endpoints.ts';
import { errors } from '@parley/contract/errors.ts';
import { events } from '@parley/contract/events.ts';
import type { Config } from '../../packages/server/src/config.ts';
import { startMailbox } from '../../packages/server/src/mail/testing/mailbox.ts';
import { kindOf } from '../../packages/server/src/reference/catalogue.ts';
import type { Recorded } from '../../packages/server/src/reference/recorded.ts';
import { startTestServer } from '../../packages/server/src/testing/harness.ts';
import { startVideoProvider } from '../../packages/server/src/calls/testing/video-provider.ts';
import { recordBusyServer } from './busy.ts';
import { normalised } from './normalise.ts';
import type { Performer } from './perform.ts';
import { play } from './script.ts';
import { openStage } from './stage.ts';

const atHome = (config: Config): Config => ({
  ...config,
  uploads: { ...config.uploads, quotaMiB: 1 },
  hosts: { ...config.hosts, external: 'chat.example.org', scheme: 'https' },
});

/** Plays everything on a server of its own and answers with what was said, the same in every run. */
export const record = async (perform: (url: string) => Performer): Promise<Recorded> => {
  const startedAt = Date.now();
  const provider = await startVideoProvider('https://chat.example.org/calls/conference/complete');
  const mailbox = await startMailbox();
  const server = await startTestServer((config) => ({
    ...atHome(config),
    mail: { url: mailbox.url, from: 'noreply@chat.example.org' },
    calls: { ...provider.settings, scope: 'openid offline_access meetings' },
  }));
  const performer = perform(server.url);
  try {
    const { stage, recorded } = await openStage(server, performer);
    await play(stage, provider);
    await recordBusyServer(atHome, recorded);
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
};

const inOrder = <T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
