import { useEffect } from 'react';
import { now } from '../data/clock.ts';
import { reportFault } from '../data/faults.ts';
import { readSecondSteps } from '../data/session/second-steps.ts';
import { showToast } from '../parts/toast-store.ts';
import { useChatScreen } from '../screen/chat-context.ts';
import { plural, t } from '../words/index.ts';

const DAY_SECONDS = 86_400;

/** Says after the start of the page that the organization requires a second step soon. */
export function SetUpReminder(): null {
  const { go } = useChatScreen();
  useEffect(() => {
    const remind = async (): Promise<void> => {
      const { setup_due: due } = await readSecondSteps();
      if (due === null) return;
      showToast({
        text: reminderText(due),
        action: { label: t('Set it up'), run: () => go({ view: 'settings', page: 'account' }) },
      });
    };
    remind().catch(reportFault);
  }, [go]);
  return null;
}

/** `due` is the UNIX time in seconds from which log-ins need a second step. */
export function reminderText(due: number): string {
  const days = Math.ceil((due - now() / 1000) / DAY_SECONDS);
  if (days <= 0) return t('Your organization requires a second step. Set it up now.');
  return plural(days, {
    one: 'Your organization requires a second step. You have # day to set it up.',
    other: 'Your organization requires a second step. You have # days to set it up.',
  });
}
