import { bots } from './acts/bots.ts';
import { calls } from './acts/calls.ts';
import { channels } from './acts/channels.ts';
import { devices } from './acts/devices.ts';
import { end } from './acts/end.ts';
import { files } from './acts/files.ts';
import { groups } from './acts/groups.ts';
import { invites } from './acts/invites.ts';
import { later } from './acts/later.ts';
import { messages } from './acts/messages.ts';
import { organization } from './acts/organization.ts';
import { users } from './acts/users.ts';
import { personal } from './acts/personal.ts';
import { pictures } from './acts/pictures.ts';
import { queues } from './acts/queues.ts';
import { trouble } from './acts/trouble.ts';
import type { VideoProvider } from '@parley/test-support/video-provider.ts';
import type { Stage } from './stage.ts';

/** Every operation once, as users would use it; what one act leaves is there for the next. */
export async function play(stage: Stage, provider: VideoProvider): Promise<void> {
  await organization(stage);
  const rooms = await channels(stage);
  await messages(stage, rooms);
  await later(stage, rooms.sky);
  await files(stage);
  await invites(stage, rooms.sky);
  await devices(stage);
  await pictures(stage);
  await queues(stage);
  await personal(stage);
  await bots(stage);
  await groups(stage);
  await users(stage);
  await calls(stage, provider);
  await trouble(stage);
  await end(stage);
}
