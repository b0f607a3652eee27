/** Links into the client stay in it; others open beside it and learn nothing of this page. */
export function dressLinks(nodes: ParentNode): void {
  for (const link of nodes.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    const inside = /^\/?(#.*)$/.exec(address)?.[1];
    if (inside !== undefined) {
      link.setAttribute('href', inside);
      if (/\bstream(-topic)?\b|\bmessage-link\b/.test(link.className)) nameConversation(link);
    } else {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    }
  }
}

/** `#dome > night plan` reads as everywhere else in the client: `dome › night plan`. */
function nameConversation(link: Element): void {
  for (const node of link.childNodes)
    if (node.nodeType === Node.TEXT_NODE)
      node.nodeValue = (node.nodeValue ?? '')
        .replace(/^#/, '')
        .replace(' > ', ' › ')
        .replace(/ @ 💬$/, ' 💬');
}
