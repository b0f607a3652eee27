/** The part of a keyboard event that decides about commands. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

/**
 * Possible names of a key press, the most literal one first: the character that it types, and the Latin letter at its
 * position, so that commands work on keyboards of other scripts.
 */
export function strokesOf(press: KeyPress): string[] {
  if (MODIFIERS.has(press.key)) return [];
  const modifiers = `${press.ctrlKey || press.metaKey ? 'Mod+' : ''}${press.altKey ? 'Alt+' : ''}`;
  const shift = press.shiftKey ? 'Shift+' : '';
  const names = new Set<string>();
  const key = press.key === ' ' ? 'Space' : press.key;
  if (/^[a-z]$/i.test(key)) names.add(`${modifiers}${shift}${key.toUpperCase()}`);
  // Signs are typed with Shift on some keyboards and without on others.
  else if (key.length === 1) names.add(`${modifiers}${key}`);
  else names.add(`${modifiers}${shift}${key}`);
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1];
  if (letter !== undefined && key > LAST_LATIN) names.add(`${modifiers}${shift}${letter}`);
  return [...names];
}

const LAST_LATIN = '\u024f';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);

/** A stroke as it is written on keys: `Ctrl`, `K`. */
export function keyCaps(stroke: string, isMac: boolean): string[][] {
  return stroke.split(' ').map((part) => splitStroke(part).map((name) => capOf(name, isMac)));
}

function splitStroke(part: string): string[] {
  return part === '+' ? ['+'] : part.split(/\+(?=.)/);
}

function capOf(name: string, isMac: boolean): string {
  if (name === 'Mod') return isMac ? '⌘' : 'Ctrl';
  if (name === 'Alt') return isMac ? '⌥' : 'Alt';
  return CAPS[name] ?? name;
}

const CAPS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
};
