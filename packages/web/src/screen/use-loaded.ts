import { useCallback, useEffect, useState } from 'react';
import type { Chat } from '../data/chat.ts';
import { failureText } from '../words/failure-text.ts';
import { useChat } from './chat-context.ts';

type Answer<T> = { readonly value?: T; readonly failure?: string };

export type Loaded<T> = {
  /** Undefined until the server has answered. */
  readonly value: T | undefined;
  /** Words of the last failure. */
  readonly failure: string | undefined;
  readonly reload: () => void;
  /** Takes a newer value that came along otherwise. */
  readonly replace: (value: T) => void;
};

/** A value that is no part of the state; `load` must stay the same function while it reads the same. */
export function useLoaded<T>(load: (chat: Chat) => Promise<T>): Loaded<T> {
  const chat = useChat();
  const [{ value, failure }, setAnswer] = useState<Answer<T>>({});
  const replace = useCallback((next: T): void => setAnswer({ value: next }), []);
  const reload = useCallback((): void => {
    load(chat).then(replace, (error: unknown) =>
      setAnswer((before) => ({ ...before, failure: failureText(error) })),
    );
  }, [chat, load, replace]);
  useEffect(reload, [reload]);
  return { value, failure, reload, replace };
}
