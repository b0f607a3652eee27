import { useCallback, useEffect, useState } from 'react';
import { readSecondSteps, type SecondSteps } from '../../../data/session/second-steps.ts';
import { failureText } from '../../../words/failure-text.ts';

export type OwnSecondSteps = {
  /** Undefined until the server has answered. */
  readonly known: SecondSteps | undefined;
  readonly failure: string | undefined;
  readonly reload: () => void;
};

/** The second steps of the user. */
export function useSecondSteps(): OwnSecondSteps {
  const [answer, setAnswer] = useState<Pick<OwnSecondSteps, 'known' | 'failure'>>({
    known: undefined,
    failure: undefined,
  });
  const reload = useCallback((): void => {
    readSecondSteps().then(
      (known) => setAnswer({ known, failure: undefined }),
      (error: unknown) => setAnswer({ known: undefined, failure: failureText(error) }),
    );
  }, []);
  useEffect(reload, [reload]);
  return { ...answer, reload };
}
