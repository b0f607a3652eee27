/** Code points of a message. */
const MAX_CONTENT_LENGTH = 10_000;
const TRUNCATED_SUFFIX = '\n[message truncated]';

/** The content of a message after the server has trimmed and cut the text. */
export function sentContent(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '');
  if (content.length <= MAX_CONTENT_LENGTH) return content;
  const points = Array.from(content);
  if (points.length <= MAX_CONTENT_LENGTH) return content;
  return points.slice(0, MAX_CONTENT_LENGTH - TRUNCATED_SUFFIX.length).join('') + TRUNCATED_SUFFIX;
}
