import type { Page } from 'playwright-core';
import { allCommands, type Command, type CommandGroup } from '../../../packages/web/src/keys/commands.ts';
import { commandChecks } from '../keys/checks.ts';
import { composer } from '../support/app.ts';
import { answered } from '../support/settle.ts';
import { focusMessage, goTo, TOPIC, TOPIC_NAME, type CommandCheck } from '../keys/check.ts';
import type { Journey } from './journey.ts';

const GROUPS: readonly CommandGroup[] = ['reading', 'going', 'writing', 'message', 'general'];

/** Each command of the table is reached by its first key; a journey for each group. */
export const everyCommandByKey: readonly Journey[] = GROUPS.map((group) => ({
  name: `keys-of-${group}`,
  run: async ({ visit }) => {
    const { page, context } = await visit({ isUnfocused: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const failed: string[] = [];
    let isReusable = false;
    for (const command of allCommands().filter((one) => one.group === group))
      try {
        const check = commandChecks[command.id];
        if (!isReusable) await openPage(page);
        isReusable = false;
        await reach(page, command, check);
        isReusable = await tidyUp(page, check);
      } catch (error) {
        failed.push(`${command.id} (${command.keys[0]}): ${String(error).split('\n')[0]}`);
      }
    if (failed.length > 0) throw new Error(`${failed.length} commands out of reach:\n${failed.join('\n')}`);
  },
}));

/** Overlays and texts of the command before end with its page. */
async function openPage(page: Page): Promise<void> {
  await answered(page);
  await page.goto('about:blank');
  await page.goto('/');
  await page.locator('#main').getByRole('heading').first().waitFor();
}

async function reach(page: Page, { keys }: Command, check: CommandCheck): Promise<void> {
  const { at = TOPIC, on, prepare, seen } = check;
  await goTo(page, at);
  if (at === TOPIC) {
    // The view before may have a composer too.
    await page.getByRole('heading', { level: 1, name: TOPIC_NAME }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  }
  if (on !== undefined) await focusMessage(page, on);
  await prepare?.(page);
  for (const stroke of (keys[0] ?? '').split(' ')) await page.keyboard.press(keyOf(stroke));
  await seen(page);
}

/** Removes what the command left behind. Returns whether the next one can begin in the same page. */
async function tidyUp(page: Page, { leaves }: CommandCheck): Promise<boolean> {
  if (leaves === 'overlay') {
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' });
  }
  if (leaves === 'text') {
    await composer(page).fill('');
    await composer(page).press('Escape');
  }
  return leaves !== undefined;
}

/** A stroke of the table as the name of a key press. */
function keyOf(stroke: string): string {
  const named = stroke.replace('Mod+', 'Control+');
  return /(?:^|[^t]\+)[A-Z]$/.test(named) ? named.slice(0, -1) + named.slice(-1).toLowerCase() : named;
}
