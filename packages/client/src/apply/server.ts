import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

export const applyRestart = (state: State, event: EventOf<'restart'>): State => {
  const { id: _, type: __, server_generation, ...versions } = event;
  return {
    ...state,
    ...versions,
    ...(state.server_generation === undefined ? {} : { server_generation }),
  };
};
