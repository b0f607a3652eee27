import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';

/** A request to a render thread. */
export type RenderQuestion =
  | { kind: 'render'; content: string; context: RenderContext }
  | { kind: 'measure'; pattern: string; limitMs: number };

/** The response of a render thread. */
export type RenderReply = { kind: 'rendered'; result: RenderResult } | { kind: 'measured'; isSlow: boolean };
