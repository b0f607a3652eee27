import { useEffect, useState } from 'react';
import { after, now } from '../../data/clock.ts';
import type { Chat } from '../../data/chat.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Timers of browsers are no longer than this. */
const MAX_WAIT_MS = 86_400_000;

/** The Unix second at which the pause of notifications ends; undefined while there is none. */
export function usePauseEnd(): number | undefined {
  const chat = useChat();
  const until = useSelect(chat.state, (state) => state.user_settings?.do_not_disturb_until ?? 0);
  const [, setRound] = useState(0);
  useEffect(() => {
    const left = until * 1000 - now();
    if (left <= 0) return;
    return after(Math.min(left, MAX_WAIT_MS), () => setRound((round) => round + 1));
  });
  return pauseEndOf(chat);
}

export function pauseEndOf({ state }: Chat): number | undefined {
  const until = state.get().user_settings?.do_not_disturb_until ?? 0;
  return until * 1000 > now() ? until : undefined;
}
