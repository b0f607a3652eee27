import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';

/** A request to a render thread. */
export interface Question {
  content: string;
  context: RenderContext;
}

/** The response of a render thread. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'rendered'; result: RenderResult }
  | { kind: 'failed'; message: string };
