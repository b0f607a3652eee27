/** The fence of the code block in which a text ends; quotes and spoilers are no code. */
export function openFence(before: string): string | undefined {
  let open: string | undefined;
  for (const line of before.split('\n')) {
    const fence = /^\s*(`{3,}|~{3,})(.*)/.exec(line);
    if (fence === null) continue;
    const [, mark = '', info = ''] = fence;
    if (open === undefined) open = /^(quote|spoiler)/.test(info.trim()) ? undefined : mark;
    else if (mark.startsWith(open) && info.trim() === '') open = undefined;
  }
  return open;
}
