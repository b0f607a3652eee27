import { findElement, parseRendered } from '../content/rendered.ts';

/** The users and groups whom a rendered text mentions by name. */
export type MentionsInText = { readonly users: ReadonlySet<number>; readonly groups: ReadonlySet<number> };

export function mentionsIn(rendered: string): MentionsInText {
  const users = new Set<number>();
  const groups = new Set<number>();
  const root = { name: '', attributes: {}, classes: new Set<string>(), children: parseRendered(rendered) };
  for (const { attributes, classes } of findElement(root, isMention)) {
    if (classes.has('silent')) continue;
    const user = Number(attributes['data-user-id']);
    const group = Number(attributes['data-user-group-id']);
    if (Number.isInteger(user)) users.add(user);
    if (Number.isInteger(group)) groups.add(group);
  }
  return { users, groups };
}

function isMention({ classes }: { readonly classes: ReadonlySet<string> }): boolean {
  return classes.has('user-mention') || classes.has('user-group-mention');
}
