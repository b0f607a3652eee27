import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import type { CommandId } from './command-keys.ts';
import type { CommandHandler, Dispatcher } from './dispatcher.ts';

export const DispatcherContext = createContext<Dispatcher | undefined>(undefined);

export function useDispatcher(): Dispatcher {
  const dispatcher = useContext(DispatcherContext);
  if (dispatcher === undefined) throw new Error('This component needs a DispatcherContext around it.');
  return dispatcher;
}

/** Says what a command does while the component is mounted; without a handler it does nothing. */
export function useCommand(id: CommandId, handler: CommandHandler | undefined): void {
  const dispatcher = useDispatcher();
  const current = useRef(handler);
  const isPresent = handler !== undefined;
  useLayoutEffect(() => {
    current.current = handler;
  });
  // Keys work as soon as the component is on the screen.
  useLayoutEffect(
    () => (isPresent ? dispatcher.register(id, () => current.current?.()) : undefined),
    [dispatcher, id, isPresent],
  );
}
