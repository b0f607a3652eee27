import { createCell, type Cell } from '../data/cell.ts';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
/** Sizes of message text in pixels. */
export const TEXT_SIZES = [13, 14, 15, 16, 18, 20] as const;

/** The look of the client on this device. */
export type Look = {
  readonly theme: (typeof THEMES)[number];
  readonly density: (typeof DENSITIES)[number];
  readonly textSize: (typeof TEXT_SIZES)[number];
  /** Cards of linked pages are shown. */
  readonly hasCards: boolean;
};

const KEY = 'parley-look';
const USUAL: Look = { theme: 'system', density: 'normal', textSize: 15, hasCards: true };

const current = createCell<Look>(readLook());

export const look: Cell<Look> = current;

export function changeLook(change: Partial<Look>): void {
  const next = { ...current.get(), ...change };
  current.set(next);
  globalThis.localStorage?.setItem(KEY, JSON.stringify(next));
  applyLook();
}

/** Puts the look on the page; also before the first view, so that nothing flashes. */
export function applyLook(): void {
  const { theme, density, textSize } = current.get();
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.dataset['density'] = density;
  root.dataset['text'] = String(textSize);
  colorBars(theme);
}

/** Color of the bars of the system around the page, that of the page's ground. */
const BARS = { light: '#f9f6f2', dark: '#13161c', contrast: '#ffffff' };

function colorBars(theme: Look['theme']): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = BARS[theme === 'system' ? system : theme];
  }
}

function readLook(): Look {
  const text = globalThis.localStorage?.getItem(KEY) ?? '{}';
  try {
    const stored = JSON.parse(text) as Partial<Record<keyof Look, unknown>>;
    return {
      theme: THEMES.find((theme) => theme === stored.theme) ?? USUAL.theme,
      density: DENSITIES.find((density) => density === stored.density) ?? USUAL.density,
      textSize: TEXT_SIZES.find((size) => size === stored.textSize) ?? USUAL.textSize,
      hasCards: stored.hasCards !== false,
    };
  } catch {
    return USUAL;
  }
}
