import { laterText } from '../../compose/later-times.ts';
import type { Chat } from '../../data/chat.ts';
import { now } from '../../data/clock.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { showToast } from '../../parts/toast-store.ts';
import { t } from '../../words/index.ts';
import { pauseTimes } from './pause-times.ts';
import { pauseEndOf } from './use-pause-end.ts';

/** Ends of a pause to choose from; the first entry ends the pause that is. */
export function pauseMenu(chat: Chat): MenuGroup {
  const end = pauseEndOf(chat);
  const resume: MenuEntry = {
    id: 'resume',
    label: t('Resume notifications'),
    icon: 'bell',
    ...(end === undefined ? {} : { meta: endText(end) }),
    run: () => void changePause(chat, 0),
  };
  return {
    title: t('Pause notifications'),
    entries: [
      ...(end === undefined ? [] : [resume]),
      ...pauseTimes(new Date(now())).map(({ id, label, date }): MenuEntry => ({
        id: `pause-${id}`,
        label,
        run: () => void changePause(chat, Math.floor(date.getTime() / 1000)),
      })),
    ],
  };
}

/** `10:41` of today, `Wed 8:00` of another day. */
export function endText(end: number): string {
  return laterText(new Date(end * 1000), new Date(now()), undefined);
}

/** Words for a pause that was set, or ended by 0. */
export function pauseText(until: number): string {
  return until * 1000 > now()
    ? t('Notifications are paused until {time}', { time: endText(until) })
    : t('Notifications are on');
}

async function changePause(chat: Chat, until: number): Promise<void> {
  const before = pauseEndOf(chat) ?? 0;
  if (!(await chat.actions.setSetting('do_not_disturb_until', until))) return;
  showToast({
    text: pauseText(until),
    action: {
      label: t('Undo'),
      run: () => void chat.actions.setSetting('do_not_disturb_until', before),
    },
  });
}
