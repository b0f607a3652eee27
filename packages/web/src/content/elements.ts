import { ICONS, type IconName } from '../parts/icons.ts';

/** An element with a class, attributes and children, for HTML that React does not write. */
export function element(
  name: string,
  className = '',
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function iconElement(name: IconName, isSmall = false): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('class', isSmall ? 'i s' : 'i');
  icon.setAttribute('viewBox', '0 0 20 20');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  icon.append(path);
  return icon;
}

/** A button whose click the list handles by its action. */
export function actionButton(
  action: string,
  className: string,
  label: string,
  children: readonly (Node | string)[],
): HTMLElement {
  return element(
    'button',
    className,
    { type: 'button', 'data-do': action, 'aria-label': label, 'data-tip': label },
    children,
  );
}
