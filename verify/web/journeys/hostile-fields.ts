import { createChannelFolder } from '@parley/contract/endpoints/channel-folders.ts';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { uploadFile } from '@parley/contract/endpoints/uploads.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import type { Cast } from '../../../tools/demo/cast.ts';
import { owner } from '../../../tools/demo/users.ts';
import { say, tell } from '../support/server-side.ts';

export const SHORT = '<img src=x onerror=isHacked=1>';
const HTML = '<img src=x onerror="globalThis.isHacked=1"><script>globalThis.isHacked=1</script>';
/** Names of users may not contain `>`. */
const USER_NAME = 'Bram <img src=x onerror=isHacked=1 x=';
const REALM_NAME = '<svg onload=isHacked=1>';
const DAY_SECONDS = 86_400;

const MARKDOWN = [
  HTML,
  '[link](javascript:globalThis.isHacked=1)',
  '```\n</pre><svg onload="isHacked=1">\n```',
  '$$\\href{javascript:isHacked=1}{x}$$',
  '```spoiler <b onmouseover=isHacked=1>\nx\n```',
  '<time:2020-01-01T00:00:00+00:00" onclick="isHacked=1>',
  '![](https://evil.example/x.png"onerror="isHacked=1)',
  '\u202Etxt.exe',
].join('\n\n');

/** Writes the attack into every field that the client shows; returns the id of a channel with such a name. */
export async function plantEverywhere(cast: Cast): Promise<number> {
  await plantNames(cast);
  const { id } = await cast.as('Iris').call(createChannel, {
    name: SHORT,
    description: HTML,
    subscribers: [cast.idOf('Iris'), cast.idOf('Bram')],
  });
  await plantTexts(cast, id);
  return id;
}

async function plantNames(cast: Cast): Promise<void> {
  const boss = cast.as(owner.key);
  await boss.call(updateRealm, { name: REALM_NAME, description: HTML });
  await boss.call(createChannelFolder, { name: SHORT, description: HTML });
  const members = [cast.idOf('Iris'), cast.idOf('Bram')];
  await boss.call(createUserGroup, { name: SHORT, description: HTML, members });
  await cast.as('Bram').call(updateSettings, { full_name: USER_NAME });
  await cast.as('Bram').call(updateStatus, { status_text: SHORT });
}

async function plantTexts(cast: Cast, channelId: number): Promise<void> {
  await say(cast, 'Bram', SHORT, SHORT, MARKDOWN);
  await say(cast, 'Bram', 'dome', `dome ${SHORT}`, `/poll ${HTML}\n${HTML}`);
  await say(cast, 'Bram', 'dome', `dome ${SHORT}`, `/todo ${HTML}\n${HTML}: ${HTML}`);
  await tell(cast, 'Bram', ['Iris'], MARKDOWN);
  await tell(cast, 'Bram', ['Iris', 'Chen'], SHORT);
  const file = { name: `${SHORT}.txt`, content: new Blob([HTML], { type: 'text/html' }) };
  const { url } = await cast.as('Bram').call(uploadFile, {}, { file });
  await tell(cast, 'Bram', ['Iris'], `[${SHORT}](${url})`);
  const iris = cast.as('Iris');
  const draft = { type: 'stream' as const, to: [channelId], topic: SHORT, content: MARKDOWN };
  await iris.call(createDrafts, { drafts: [draft] });
  await iris.call(createSavedSnippet, { title: SHORT, content: MARKDOWN });
  await iris.call(createScheduledMessage, {
    type: 'channel',
    to: channelId,
    topic: SHORT,
    content: MARKDOWN,
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + DAY_SECONDS,
  });
}
