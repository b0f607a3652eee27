import { t } from '../words/index.ts';
import { actionButton, element, iconElement } from './elements.ts';
import type { ContentSettings } from './settings.ts';

/** Adds the language and a copy button to blocks of code, and reduces the token classes to six colors. */
export function dressCode(nodes: ParentNode, settings: ContentSettings): void {
  for (const block of nodes.querySelectorAll('div.codehilite')) {
    const language = block.getAttribute('data-code-language');
    const buttons = [actionButton('copy-code', 'ib', t('Copy code'), [iconElement('copy')])];
    if (language !== null && settings.hasPlayground(language))
      buttons.unshift(actionButton('playground', 'ib', t('Open in a playground'), [iconElement('out')]));
    block.className = 'code';
    block.prepend(
      element('div', 'bar', {}, [
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
  else token.className = known[1];
}

/** Classes of the renderer by their color. */
const COLORS: readonly (readonly [RegExp, string])[] = [
  [/^(k|kc|kd|kn|kp|kr|ow)$/, 'k'],
  [/^(kt|nc|nn|bp|nb)$/, 'ty'],
  [/^(s|s[a-z0-9]|dl)$/, 'st1'],
  [/^(m|m[a-z]|il|l|ld)$/, 'nu'],
  [/^(nf|fm|nd|nt|na)$/, 'fn'],
  [/^(c|c[a-z0-9]+)$/, 'cm'],
];
