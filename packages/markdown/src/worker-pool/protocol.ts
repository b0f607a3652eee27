import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';

/** What a thread is asked. */
export interface Question {
  content: string;
  context: RenderContext;
}

/** What a thread says. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'rendered'; result: RenderResult }
  | { kind: 'failed'; message: string };
