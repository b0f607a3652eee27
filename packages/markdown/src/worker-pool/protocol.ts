import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';

/** A request to a render thread. */
export type Question =
  | { kind: 'render'; content: string; context: RenderContext }
  | { kind: 'measure'; pattern: string; limitMs: number };

/** The response of a render thread. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'rendered'; result: RenderResult }
  | { kind: 'measured'; isSlow: boolean }
  | { kind: 'failed'; message: string };

/** The response to a question that was answered. */
export type Reply = Extract<Answer, { kind: 'rendered' | 'measured' }>;
