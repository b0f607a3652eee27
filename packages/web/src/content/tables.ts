import { element } from './elements.ts';
import styles from './text.module.css';

/** Wide tables scroll by themselves. */
export function dressTables(nodes: ParentNode): void {
  for (const table of nodes.querySelectorAll('table')) {
    const frame = element('div', styles['scrolled']);
    table.replaceWith(frame);
    frame.append(table);
  }
}
