import type { Tool, ToolInput } from '@parley/contract/tools/tool.ts';
import type { Account } from '../../http/accounts.ts';
import type { World } from '../../http/world.ts';
import type { ToolAnswer } from './answer.ts';
import type { CallOperation } from './operation-calls.ts';

/** One call of a tool. */
export type ToolCall = {
  readonly world: World;
  readonly account: Account;
  /** The URL of the organization, without a trailing slash. */
  readonly url: string;
  readonly call: CallOperation;
};

export type RunTool = {
  readonly tool: Tool;
  readonly run: (call: ToolCall, input: never) => Promise<ToolAnswer>;
  /** The question to the user before the tool runs; undefined if it may run at once. The question names what is lost. */
  readonly ask?: (call: ToolCall, input: never) => Promise<string | undefined>;
};

export function runs<T extends Tool>(
  tool: T,
  run: (call: ToolCall, input: ToolInput<T>) => Promise<ToolAnswer>,
  ask?: (call: ToolCall, input: ToolInput<T>) => Promise<string | undefined>,
): RunTool {
  return { tool, run, ...(ask === undefined ? {} : { ask }) };
}
