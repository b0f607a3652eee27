import * as reading from './tools/reading.ts';
import * as rest from './tools/rest.ts';
import { definitionOf, type Tool, type ToolDefinition } from './tools/tool.ts';
import * as writing from './tools/writing.ts';

/** Tools that the server offers to language models, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  reading.whoAmI,
  reading.catchUp,
  reading.listConversations,
  reading.searchMessages,
  reading.readConversation,
  reading.readMessage,
  reading.readFile,
  reading.listChannels,
  reading.listTopics,
  reading.findUsers,
  writing.sendMessageTool,
  writing.saveDraft,
  writing.scheduleMessage,
  writing.editMessage,
  writing.deleteMessageTool,
  writing.react,
  writing.markRead,
  writing.remindMe,
  rest.findOperation,
  rest.callOperation,
];

export const toolDefinitions: readonly ToolDefinition[] = tools.map(definitionOf);
