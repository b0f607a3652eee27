import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { attributesOf, GLOBAL_ATTRIBUTES } from '../../src/safety/allowed.ts';
import { LINK_SCHEMES } from '../../src/links/url.ts';

/** Describes the first error that an HTML parser finds in the output. */
export function problemIn(html: string): string | undefined {
  const fragment = parseFragment(html);
  let elements = 0;
  const pending: DefaultTreeAdapterTypes.ChildNode[] = [...fragment.childNodes];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.nodeName.startsWith('#')) {
      if (node.nodeName !== '#text') return `node ${node.nodeName}`;
      continue;
    }
    if (!('tagName' in node)) return `node ${node.nodeName}`;
    elements++;
    const problem = problemWith(node);
    if (problem !== undefined) return problem;
    pending.push(...node.childNodes);
  }
  // A parser that had to repair something would see other elements than the ones that were written.
  const written = html.match(/<[a-z]/g)?.length ?? 0;
  if (written !== elements) return `${written} elements written, ${elements} read`;
  const serialized = serialize(fragment);
  return serialize(parseFragment(serialized)) === serialized
    ? undefined
    : 'reads differently the second time';
}

function problemWith(element: DefaultTreeAdapterTypes.Element): string | undefined {
  const allowed = attributesOf.get(element.tagName);
  if (allowed === undefined) return `element ${element.tagName}`;
  for (const { name, value } of element.attrs) {
    if (/^on/i.test(name)) return `handler ${name}`;
    if (!allowed.has(name) && !GLOBAL_ATTRIBUTES.has(name)) return `attribute ${name} on ${element.tagName}`;
    if ((name === 'href' || name === 'src') && !isSafe(value)) return `address ${value}`;
    if (name === 'style' && /url|expression|@|\\|fixed|absolute/i.test(value)) return `style ${value}`;
  }
  return undefined;
}

/** Judges the address as a browser resolves it, by the URL standard. */
function isSafe(address: string): boolean {
  const parsed = URL.parse(address, 'https://chat.example.org/');
  return parsed === null || LINK_SCHEMES.has(parsed.protocol.slice(0, -1));
}
