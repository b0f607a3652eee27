import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/**
 * HTML reduced to what CommonMark speaks about: elements, text, addresses. Line breaks of either kind, the
 * wrapper around code and highlighting are aside, because the dialect has its own.
 */
export function structureOf(html: string): string {
  return parseFragment(html)
    .childNodes.map(nodeText)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<\/?(?:p|ul|ol|li|blockquote|pre|h[1-6]|hr|table)\b[^>]*>) ?/g, '$1')
    .trim();
}

function nodeText(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return '';
  const inside = node.childNodes.map(nodeText).join('');
  if (node.tagName === 'br') return '\n';
  if (node.tagName === 'div' || node.tagName === 'span') return inside;
  const attributes = node.attrs
    .filter(({ name }) => ['href', 'title', 'start', 'src', 'alt'].includes(name))
    .map(({ name, value }) => ` ${name}="${value}"`);
  const text = node.tagName === 'pre' ? visible(inside) : inside;
  return `<${node.tagName}${attributes.join('')}>${text}</${node.tagName}>`;
}

/** In code every space counts, except at the ends of lines. */
function visible(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trimEnd().replaceAll(' ', '␣'))
    .join('↵')
    .replace(/↵*(?=<\/code>$)/, '');
}
