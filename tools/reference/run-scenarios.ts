import { bots } from './scenarios/bots.ts';
import { calls } from './scenarios/calls.ts';
import { channels } from './scenarios/channels.ts';
import { devices } from './scenarios/devices.ts';
import { end } from './scenarios/deactivation.ts';
import { files } from './scenarios/files.ts';
import { groups } from './scenarios/groups.ts';
import { incomingWebhooks } from './scenarios/incoming-webhooks.ts';
import { invites } from './scenarios/invites.ts';
import { later } from './scenarios/scheduled-messages.ts';
import { messages } from './scenarios/messages.ts';
import { organization } from './scenarios/organization.ts';
import { users } from './scenarios/users.ts';
import { personal } from './scenarios/personal.ts';
import { pictures } from './scenarios/pictures.ts';
import { eventSubscriptions, queues } from './scenarios/queues.ts';
import { trouble } from './scenarios/errors.ts';
import type { VideoProvider } from '@parley/test-support/video-provider.ts';
import type { Recorder } from './recorder.ts';

/** Calls every operation once, as users would; each scenario builds on the data of the earlier ones. */
export async function runScenarios(stage: Recorder, provider: VideoProvider): Promise<void> {
  await organization(stage);
  const rooms = await channels(stage);
  await messages(stage, rooms);
  await later(stage, rooms.sky);
  await files(stage);
  await invites(stage, rooms.sky);
  await devices(stage);
  await pictures(stage);
  await queues(stage);
  await eventSubscriptions(stage);
  await personal(stage);
  await bots(stage);
  await incomingWebhooks(stage);
  await groups(stage);
  await users(stage);
  await calls(stage, provider);
  await trouble(stage);
  await end(stage);
}
