import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';

type Zform = ParametersOf<typeof sendMessage>['widget_content'];

/** The first submessage of a message as JSON: the given buttons, or the poll or task list that its text starts. */
export function widgetOf(zform: Zform, content: string): string | undefined {
  if (zform !== undefined) return JSON.stringify(zform);
  const [, kind, rest = ''] = /^\/(poll|todo)(?!\S)(.*)$/s.exec(content) ?? [];
  if (kind === undefined) return undefined;
  const [title = '', ...lines] = rest.split(/\r\n|[\r\n]/);
  const entries = lines.map(withoutBullet).filter((line) => line !== '');
  const extra_data =
    kind === 'poll'
      ? { question: title.trim(), options: entries }
      : { task_list_title: title.trim(), tasks: entries.map(taskOf) };
  return JSON.stringify({ widget_type: kind, extra_data });
}

function withoutBullet(line: string): string {
  return line.trim().replace(/^[-*]?\s*/, '');
}

function taskOf(entry: string): { task: string; desc: string } {
  const [, task = entry, desc = ''] = /^(.*?): (.*)$/s.exec(entry) ?? [];
  return { task: task.trim(), desc: desc.trim() };
}
