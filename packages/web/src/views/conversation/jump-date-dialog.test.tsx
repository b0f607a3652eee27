import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { show } from '../../../test/components/show.tsx';
import { JumpDateDialog } from './jump-date-dialog.tsx';

const TOPIC = { kind: 'topic', channelId: 1, topic: 'motors' } as const;
const answers = { '/messages': { messages: [], found_oldest: true, found_newest: true, anchor: 1 } };

test('a day leads to its first message, by the calendar of the reader', async () => {
  const { asked } = await show(<JumpDateDialog narrow={TOPIC} />, { answers });
  await page.getByLabelText('Day').fill('2026-03-09');
  await page.getByRole('button', { name: 'Jump', exact: true }).click();
  const begins = new Date('2026-03-09T00:00').toISOString();
  await expect.poll(() => asked.map(({ query }) => query.get('anchor_date'))).toContain(begins);
});

test('a day that has not come cannot be chosen', async () => {
  await show(<JumpDateDialog narrow={TOPIC} />, { answers });
  await page.getByLabelText('Day').fill('2999-01-01');
  await expect.element(page.getByRole('button', { name: 'Jump', exact: true })).toBeDisabled();
});
