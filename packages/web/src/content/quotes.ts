import styles from './mention.module.css';

/** The line that names the author of a quote becomes a part of it. */
export function dressQuotes(nodes: ParentNode): void {
  for (const quote of nodes.querySelectorAll('blockquote')) {
    const line = quote.previousElementSibling;
    if (line === null || !namesAuthor(line)) continue;
    line.className = styles['author'] ?? '';
    quote.prepend(line);
  }
}

/** Whether a line is a name and a few words, such as `Chen Wei said:` or `Chen Wei wrote at 9:02`. */
function namesAuthor(line: Element): boolean {
  const first = line.firstChild;
  return (
    line.tagName === 'P' &&
    first instanceof Element &&
    first.matches('.user-mention.silent') &&
    line.querySelector('br') === null &&
    (line.lastChild instanceof HTMLAnchorElement || (line.textContent ?? '').trimEnd().endsWith(':'))
  );
}
