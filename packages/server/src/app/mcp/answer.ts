import type { CallToolResult } from '@modelcontextprotocol/server';
import { fenced, type Data } from './fence.ts';

/** The answer of a tool: its own words, data of users apart from them, and perhaps a picture. */
export type ToolAnswer = {
  /** Words of the tool, which contain nothing that a user wrote. */
  readonly says?: string;
  readonly data?: Data;
  /** The next step, again without words of users. */
  readonly next?: string | undefined;
  readonly image?: { readonly data: string; readonly mimeType: string };
};

export function resultOf({ says, data, next, image }: ToolAnswer): CallToolResult {
  const texts = [says, data === undefined || data.length === 0 ? undefined : fenced(data), next];
  const text = texts.filter((part) => part !== undefined && part !== '').join('\n');
  return {
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...(image === undefined ? [] : [{ type: 'image' as const, ...image }]),
    ],
  };
}

/** An error that a model can act on. The message may repeat words of users, so it is fenced too. */
export function failure(problem: string): CallToolResult {
  return { ...resultOf({ says: 'The call failed.', data: [problem] }), isError: true };
}
