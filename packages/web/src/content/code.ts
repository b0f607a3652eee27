import { t } from '../words/index.ts';
import { actionButton, element, iconElement } from './elements.ts';
import type { ContentSettings } from './settings.ts';
import styles from './code.module.css';

/** Adds the language and a copy button to blocks of code, and reduces the token classes to six colors. */
export function dressCode(nodes: ParentNode, settings: ContentSettings): void {
  for (const block of nodes.querySelectorAll('div.codehilite')) {
    const language = block.getAttribute('data-code-language');
    const buttons = [actionButton('copy-code', 'ib', t('Copy code'), [iconElement('copy')])];
    if (language !== null && settings.hasPlayground(language))
      buttons.unshift(actionButton('playground', 'ib', t('Open in a playground'), [iconElement('out')]));
    block.className = styles['code'] ?? '';
    block.prepend(
      element('div', styles['bar'], {}, [
        element('span', 'clip', {}, [language ?? '']),
        element('span', 'acts', {}, buttons),
      ]),
    );
    const pre = block.querySelector('pre');
    pre?.setAttribute('tabindex', '0');
    pre?.setAttribute('aria-label', t('Code'));
    for (const token of block.querySelectorAll('pre span')) recolor(token);
  }
}

function recolor(token: Element): void {
  const known = COLORS.find(([pattern]) => pattern.test(token.className));
  if (known === undefined) token.removeAttribute('class');
  else token.className = known[1] ?? '';
}

/** Classes of the renderer by their color. */
const COLORS: readonly (readonly [RegExp, string | undefined])[] = [
  [/^(k|kc|kd|kn|kp|kr|ow)$/, styles['keyword']],
  [/^(kt|nc|nn|bp|nb)$/, styles['type']],
  [/^(s|s[a-z0-9]|dl)$/, styles['string']],
  [/^(m|m[a-z]|il|l|ld)$/, styles['number']],
  [/^(nf|fm|nd|nt|na)$/, styles['function']],
  [/^(c|c[a-z0-9]+)$/, styles['comment']],
];
