/** The text that a reverse template stands for, or what is wrong with the template. */
export type ReverseResult = { kind: 'text'; text: string } | { kind: 'error'; message: string };

/** Expands the little language that turns a linkifier's groups back into text: `#{id}`, `{{`, `}}`. */
export function expandReverse(template: string, groups: Readonly<Record<string, string>>): ReverseResult {
  let text = '';
  for (let at = 0; at < template.length;) {
    if (template.startsWith('{{', at) || template.startsWith('}}', at)) {
      text += template[at];
      at += 2;
    } else if (template[at] === '{') {
      const close = template.indexOf('}', at);
      const name = template.slice(at + 1, close);
      if (close === -1) return { kind: 'error', message: 'A brace is not closed' };
      if (name === '') return { kind: 'error', message: 'A group has no name' };
      if (!Object.hasOwn(groups, name)) return { kind: 'error', message: `There is no group ${name}` };
      text += groups[name];
      at = close + 1;
    } else {
      text += template[at];
      at++;
    }
  }
  return { kind: 'text', text };
}
