import { t } from '../words/index.ts';
import styles from './cards.module.css';
import { element, iconElement } from './elements.ts';

/** Cards of linked pages: the picture beside title and text, below a line that names the site and closes the card. */
export function dressCards(nodes: ParentNode, hasCards: boolean): void {
  for (const card of nodes.querySelectorAll('div.message_embed')) {
    if (hasCards) card.replaceWith(cardOf(card));
    else card.remove();
  }
}

/** Opens or closes the cards of a message, which keep the focus meanwhile. */
export function showCards(home: ParentNode, areClosed: boolean): void {
  for (const card of home.querySelectorAll('details[data-card]')) card.toggleAttribute('open', !areClosed);
}

function cardOf(card: Element): HTMLElement {
  const link = card.querySelector('a.message_embed_image');
  const address = link?.getAttribute('href') ?? '';
  const title = card.querySelector('.message_embed_title')?.textContent ?? '';
  const text = card.querySelector('.message_embed_description')?.textContent ?? '';
  const site = URL.parse(address)?.hostname.replace(/^www\./, '') ?? address;
  const summary = element('summary', '', { 'data-do': 'cards' }, [
    iconElement('globe', true),
    element('span', `grow ${styles['site']}`, {}, [site]),
    element('span', styles['switch'], {
      'aria-hidden': 'true',
      'data-closed': t('Show'),
      'data-open': t('Hide'),
    }),
  ]);
  const words = element('div', styles['words'], { dir: 'auto' }, [
    element('a', styles['title'], { href: address }, [title === '' ? site : title]),
    ...(text === '' ? [] : [element('p', styles['text'], {}, [text])]),
  ]);
  const picture = pictureOf(link?.getAttribute('style') ?? '');
  const body = element('div', styles['body'], {}, [...(picture === undefined ? [] : [picture]), words]);
  return element('details', styles['card'], { open: '', 'data-card': '' }, [summary, body]);
}

/** The picture of the page, if this server passes it on: the page loads no other. */
function pictureOf(style: string): HTMLElement | undefined {
  const source = /url\("(\/(?!\/)[^"\\]*)"\)/.exec(style)?.[1];
  return source === undefined
    ? undefined
    : element('img', styles['picture'], { src: source, alt: '', loading: 'lazy', decoding: 'async' });
}
