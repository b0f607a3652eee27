import { useCallback, useEffect, useState } from 'react';
import { endOtherSessions, endSession, readSessions, type OwnSession } from '../../data/session/session.ts';
import { failureText } from '../../words/failure-text.ts';
import { attempt } from '../../screen/attempt.ts';

export type OwnSessions = {
  /** Undefined until the server has answered. */
  readonly sessions: readonly OwnSession[] | undefined;
  readonly failure: string | undefined;
  readonly reload: () => void;
  /** Both are true once it is done; a refusal becomes a toast. */
  readonly end: (id: number) => Promise<boolean>;
  readonly endOthers: () => Promise<boolean>;
};

const NO_ANSWER = { sessions: undefined, failure: undefined };

/** Browsers and programs in which the user is logged in. */
export function useOwnSessions(): OwnSessions {
  const [answer, setAnswer] = useState<Pick<OwnSessions, 'sessions' | 'failure'>>(NO_ANSWER);
  const reload = useCallback((): void => {
    readSessions().then(
      (sessions) => setAnswer({ sessions, failure: undefined }),
      (error: unknown) => setAnswer({ sessions: undefined, failure: failureText(error) }),
    );
  }, []);
  useEffect(reload, [reload]);
  const keepOnly = (isKept: (session: OwnSession) => boolean): void =>
    setAnswer(({ sessions, failure }) => ({ sessions: sessions?.filter(isKept), failure }));
  return {
    ...answer,
    reload,
    end: async (id) => {
      const isDone = await attempt(endSession(id));
      if (isDone) keepOnly((session) => session.id !== id);
      return isDone;
    },
    endOthers: async () => {
      const isDone = await attempt(endOtherSessions());
      if (isDone) keepOnly((session) => session.is_current);
      return isDone;
    },
  };
}
