/** A control that has the focus, as seen from outside. */
export type FocusedControl = {
  /** Number of the element in this page. */
  readonly id: number;
  readonly name: string;
  readonly kind:
    | 'link'
    | 'text'
    | 'check'
    | 'radio'
    | 'select'
    | 'number'
    | 'disclosure'
    | 'button'
    | 'other';
  /** Whether it opens a list or a menu by itself. */
  readonly hasPopup: boolean;
  readonly isInMain: boolean;
  readonly isInLayer: boolean;
  readonly isMarked: boolean;
  readonly isOnScreen: boolean;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
};

export type KeyboardEye = {
  /** Remembers how all controls look without focus; returns their numbers and names in the order of the document. */
  controls(): { readonly id: number; readonly name: string; readonly member: boolean }[];
  focused(): FocusedControl | undefined;
  /** Changes of the document since the last call. */
  changes(): number;
};

/** Runs in the page: makes `globalThis.keyboardEye`. */
export function openEye(): void {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex^="-"]), [role=radio], [role=tab], [role=option], [role=menuitem], [role=switch]';
  /** Members of a set that has one tab stop: arrows reach the others. */
  const MEMBERS =
    '[role=radio], [role=tab], [role=option], input[type=radio], [role=toolbar] *, [role=grid] *, [role=radiogroup] *';
  const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  const numbers = new Map<Element, number>();
  const looks = new WeakMap<Element, string>();
  let changed = 0;
  const numberOf = (element: Element): number => {
    const known = numbers.get(element) ?? numbers.size + 1;
    numbers.set(element, known);
    return known;
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      width > 0 &&
      height > 0
    );
  };
  const nameOf = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels;
    const label = labels === undefined || labels === null ? undefined : labels[0]?.textContent;
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = by.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '').join(' ');
    const text = element.getAttribute('aria-label') ?? (named === '' ? undefined : named) ?? label;
    const own =
      text ?? (element.textContent === '' ? element.getAttribute('placeholder') : element.textContent);
    return (own ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 60);
  };
  const styleOf = (element: Element): string => {
    const parts: string[] = [];
    const add = (one: Element | null, pseudo?: string): void => {
      if (one === null || one === document.body) return;
      const style = getComputedStyle(one, pseudo);
      parts.push(
        [
          style.outlineStyle,
          style.outlineWidth,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.opacity,
        ].join(),
      );
    };
    add(element);
    add(element, '::before');
    add(element, '::after');
    add(element.nextElementSibling);
    for (let at = element.parentElement, up = 0; at !== null && up < 3; at = at.parentElement, up += 1)
      add(at);
    return parts.join('|');
  };
  const kindOf = (element: Element): FocusedControl['kind'] => {
    const role = element.getAttribute('role');
    const type = element.getAttribute('type') ?? '';
    if (role === 'radio' || type === 'radio' || role === 'tab') return 'radio';
    if (role === 'switch' || role === 'checkbox' || type === 'checkbox') return 'check';
    if (element.tagName === 'SELECT') return 'select';
    if (type === 'range' || type === 'number' || role === 'slider' || type === 'time' || type === 'date')
      return 'number';
    if (element.tagName === 'TEXTAREA' || (element.tagName === 'INPUT' && type !== 'file')) return 'text';
    if (element.tagName === 'SUMMARY') return 'disclosure';
    if (element.tagName === 'A') return 'link';
    return element.tagName === 'BUTTON' || role === 'button' ? 'button' : 'other';
  };
  new MutationObserver((records) => {
    changed += records.length;
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const eye: KeyboardEye = {
    controls: () =>
      [...document.querySelectorAll(`#main :is(${CONTROLS})`)]
        .filter((element) => isSeen(element) && !element.matches(':disabled, [aria-disabled=true]'))
        .map((element) => {
          looks.set(element, styleOf(element));
          return { id: numberOf(element), name: nameOf(element), member: element.matches(MEMBERS) };
        }),
    focused: () => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // A place in the page, wherever it is scrolled to now.
      let scrolled = 0;
      for (let at = element.parentElement; at !== null; at = at.parentElement) scrolled += at.scrollTop;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const label = hit?.closest('label');
      const small = right - left < 3 || bottom - top < 3 || getComputedStyle(element).opacity === '0';
      const isHit =
        hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(element) === true);
      const before = looks.get(element);
      return {
        id: numberOf(element),
        name: nameOf(element),
        kind: kindOf(element),
        hasPopup: element.hasAttribute('aria-haspopup') || element.getAttribute('role') === 'combobox',
        isInMain: element.closest('#main') !== null && element.id !== 'main',
        isInLayer: element.closest(LAYERS) !== null,
        isMarked: before === undefined || before !== styleOf(element),
        isOnScreen: small || (isHit && bottom > 0 && top < innerHeight),
        box: { left, top: top + scrolled, right, bottom: bottom + scrolled },
      };
    },
    changes: () => {
      const count = changed;
      changed = 0;
      return count;
    },
  };
  Object.assign(globalThis, { keyboardEye: eye });
}
