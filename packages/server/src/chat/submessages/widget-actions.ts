import * as z from 'zod';
import { badRequest } from '../../engine/api-error.ts';
import { parseJson } from '../../engine/parse-json.ts';

const index = z.int().min(0).max(1000);

function actionSchema<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), ...shape });
}

/** Actions in each kind of widget: those open to all readers, and those of the message's sender. */
const WIDGET_ACTIONS = {
  poll: {
    anyone: z.union([
      actionSchema('vote', { key: z.string(), vote: z.literal([1, -1]) }),
      actionSchema('new_option', { option: z.string(), idx: index }),
    ]),
    author: actionSchema('question', { question: z.string() }),
  },
  todo: {
    anyone: z.union([
      actionSchema('strike', { key: z.string() }),
      actionSchema('new_task', { key: index, task: z.string(), desc: z.string(), completed: z.boolean() }),
    ]),
    author: actionSchema('new_task_list_title', { title: z.string() }),
  },
} as const;

/** Throws if the widget does not support the action, or not by this user. */
export function checkWidgetAction(widget: string | undefined, content: string, isAuthor: boolean): void {
  const action = parseJson(content);
  if (action === undefined) throw badRequest('content must be JSON.');
  const kind = kindOf(widget);
  if (kind === undefined) return;
  if (WIDGET_ACTIONS[kind].anyone.safeParse(action).success) return;
  if (!WIDGET_ACTIONS[kind].author.safeParse(action).success)
    throw badRequest('The widget of this message does not support this content.');
  if (!isAuthor) throw badRequest('Only the sender of the message can do this.');
}

function kindOf(widget: string | undefined): keyof typeof WIDGET_ACTIONS | undefined {
  if (widget === undefined) return undefined;
  const known = z.object({ widget_type: z.enum(['poll', 'todo']) }).safeParse(JSON.parse(widget));
  return known.success ? known.data.widget_type : undefined;
}
