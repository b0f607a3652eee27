import { useEffect, useRef, useState } from 'react';

export type Answer<T> = { readonly value?: T; readonly error?: string };

/** The answer of a request that is made once, when the component is shown. */
export function useAnswer<T>(request: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const first = useRef(request);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const next = await first.current().then(
        (value) => ({ value }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      );
      if (isCurrent) setAnswer(next);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, []);
  return answer;
}
