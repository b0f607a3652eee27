import { element } from './elements.ts';

/** Wide tables scroll by themselves. */
export function dressTables(nodes: ParentNode): void {
  for (const table of nodes.querySelectorAll('table')) {
    const frame = element('div', 'tscroll');
    table.replaceWith(frame);
    frame.append(table);
  }
}
