import type { ReactElement } from 'react';

/** Wraps the facts of a card. Nothing is shown until they are there. */
export type CardFrame = (facts: ReactElement) => ReactElement;
