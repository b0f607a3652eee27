import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { channelAddress, directAddress } from '../scenes/addresses.ts';
import { settle } from '../support/settle.ts';
import { say, tell } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const HTML = '<img src=x onerror="globalThis.isHacked=1"><script>globalThis.isHacked=1</script>';
/** Names may not contain `>`. */
const NAME = 'Bram <img src=x onerror=isHacked=1 x=';
const SHORT = '<img src=x onerror=isHacked=1>';
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

/** Names, topics and texts of an attacker are shown as text on every screen. */
export const hostileContent: Journey = {
  name: 'hostile-content',
  run: async ({ stage, visit }) => {
    const { cast } = stage;
    await cast.as('Bram').call(updateSettings, { full_name: NAME });
    await cast.as('Bram').call(updateStatus, { status_text: SHORT });
    await cast.as('Iris').call(createChannel, {
      name: SHORT,
      description: HTML,
      subscribers: [cast.idOf('Iris'), cast.idOf('Bram')],
    });
    await say(cast, 'Bram', SHORT, SHORT, MARKDOWN);
    await say(cast, 'Bram', 'dome', `dome ${SHORT}`, `/poll ${HTML}\n${HTML}`);
    await tell(cast, 'Bram', ['Iris'], MARKDOWN);
    const { page } = await visit();
    const views = ['#inbox', '#recent', '#catch-up', '#feed', '#drafts', channelAddress('dome')];
    for (const view of [
      ...views,
      directAddress('Bram')(cast),
      `#narrow/search/${encodeURIComponent(SHORT)}`,
    ]) {
      await page.goto(`/${view}`);
      await settle(page);
      if (await page.evaluate(() => 'isHacked' in globalThis)) throw new Error(`A script ran at ${view}.`);
    }
    await page.keyboard.press('Control+K');
    await page.keyboard.type('img');
    await settle(page);
    if (await page.evaluate(() => 'isHacked' in globalThis)) throw new Error('A script ran in the palette.');
  },
};
