const VARIABLE = /^([A-Za-z0-9_](?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*)(?::[1-9][0-9]{0,3}|\*)?$/;

/** The variables of an RFC 6570 template; undefined if it is invalid. */
export function templateVariables(template: string): readonly string[] | undefined {
  const names = new Set<string>();
  for (let at = 0; at < template.length;) {
    const open = template.indexOf('{', at);
    const stray = template.indexOf('}', at);
    if (open === -1) return stray === -1 ? [...names] : undefined;
    const close = template.indexOf('}', open);
    if (close === -1 || (stray !== -1 && stray < open)) return undefined;
    for (const part of template
      .slice(open + 1, close)
      .replace(/^[+#./;?&]/, '')
      .split(',')) {
      const name = VARIABLE.exec(part)?.[1];
      if (name === undefined) return undefined;
      names.add(name);
    }
    at = close + 1;
  }
  return [...names];
}
