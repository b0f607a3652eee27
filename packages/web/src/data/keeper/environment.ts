import { askToSendLater } from '../../../sw/outbox.ts';
import { browserClock, type ChatClock } from '../clock.ts';
import type { TabChannel, TabLocks, TabMessage } from './tabs.ts';

/** Facilities of the browser that the keeper uses; absent ones are done without. */
export type KeeperEnvironment = {
  readonly clock: ChatClock;
  readonly indexedDB: IDBFactory | undefined;
  /** Absent in pages without TLS. */
  readonly locks: TabLocks | undefined;
  readonly openChannel: (name: string) => TabChannel;
  /** Calls back when the page is hidden, after which it may never run again. */
  readonly onHide: (listener: () => void) => () => void;
  /** Asks the browser not to delete stored texts by itself. */
  readonly keepStorage?: () => void;
  /** Asks the browser to send stored texts later, even when no page is open. */
  readonly sendLater?: () => void;
  /** Calls back when the browser has lost its network or found one. */
  readonly onNetwork: (listener: (isOnline: boolean) => void) => () => void;
};

export function browserEnvironment(): KeeperEnvironment {
  return {
    clock: browserClock,
    indexedDB: globalThis.indexedDB,
    locks: globalThis.navigator.locks,
    openChannel: openBroadcast,
    keepStorage: () => {
      const storage = globalThis.navigator.storage as StorageManager | undefined;
      storage?.persist().catch(() => undefined);
    },
    onHide: (listener) => {
      const onChange = (): void => {
        if (globalThis.document.visibilityState === 'hidden') listener();
      };
      globalThis.document.addEventListener('visibilitychange', onChange);
      globalThis.addEventListener('pagehide', listener);
      return () => {
        globalThis.document.removeEventListener('visibilitychange', onChange);
        globalThis.removeEventListener('pagehide', listener);
      };
    },
    sendLater: () => {
      // Browsers without it send when a page is open.
      askToSendLater().catch(() => undefined);
    },
    onNetwork: (listener) => {
      const onOnline = (): void => listener(true);
      const onOffline = (): void => listener(false);
      globalThis.addEventListener('online', onOnline);
      globalThis.addEventListener('offline', onOffline);
      return () => {
        globalThis.removeEventListener('online', onOnline);
        globalThis.removeEventListener('offline', onOffline);
      };
    },
  };
}

function openBroadcast(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
      channel.postMessage(message);
    },
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        listener(data as TabMessage);
      });
    },
    close: () => {
      channel.close();
    },
  };
}
