/** The text of an e-mail. Mail programs break the lines. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}
