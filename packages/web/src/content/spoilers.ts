import { t } from '../words/index.ts';
import { element, iconElement } from './elements.ts';
import styles from './spoiler.module.css';

/** Spoilers become elements that browsers open by click, Enter and Space, and that find-in-page can open. */
export function dressSpoilers(nodes: ParentNode): void {
  for (const block of nodes.querySelectorAll('div.spoiler-block')) {
    const header = block.querySelector(':scope > .spoiler-header');
    const content = block.querySelector(':scope > .spoiler-content');
    const title = element('span', 'grow');
    const words = header?.textContent.trim() ?? '';
    if (words === '') title.append(t('Spoiler'));
    else title.append(t('Spoiler:'), ' ', ...inlineOf(header));
    const summary = element('summary', '', {}, [
      iconElement('hide'),
      title,
      element('span', styles['switch'], {
        'aria-hidden': 'true',
        'data-closed': t('Show'),
        'data-open': t('Hide'),
      }),
    ]);
    const body = element('div', '', {}, [...(content?.childNodes ?? [])]);
    block.replaceWith(element('details', styles['spoiler'], {}, [summary, body]));
  }
}

/** Children of the only paragraph, or of the header itself. */
function inlineOf(header: Element | null): readonly Node[] {
  const [paragraph, ...others] = header?.children ?? [];
  return [...((paragraph !== undefined && others.length === 0 ? paragraph : header)?.childNodes ?? [])];
}
