import { createCell, type Cell } from '../data/cell.ts';

/** The browser's own question whether to install the client; it can be asked once. */
export type InstallPrompt = Event & {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

const offered = createCell<InstallPrompt | undefined>(undefined);

/** The question that the browser would ask now; undefined where the client is installed or cannot be. */
export const installPrompt: Cell<InstallPrompt | undefined> = offered;

/** Holds the question back until the client asks it. Browsers may offer it before the client has started. */
export function watchForInstallPrompt(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  globalThis.addEventListener('appinstalled', () => offered.set(undefined));
}
