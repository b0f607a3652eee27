/** The parts of a service worker's scope that the compiler's library for pages does not know. */
export type WorkerScope = {
  readonly addEventListener: <K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ) => void;
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly WorkerPage[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
};

/** A page as its worker sees it. */
type WorkerPage = {
  readonly visibilityState: DocumentVisibilityState;
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: unknown, transfer: readonly []) => void;
};

export type ExtendableEvent = { readonly waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  /** The response to a request that the browser sent while it started the worker. */
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (response: Promise<Response>) => void;
};

export type PushEvent = ExtendableEvent & { readonly data: { readonly json: () => unknown } | null };

/** The network is back, as far as the browser knows. */
type SyncEvent = ExtendableEvent & { readonly tag: string };

export type NotificationClickEvent = ExtendableEvent & {
  readonly notification: Notification;
  /** Empty for the notification itself. */
  readonly action: string;
  /** The text that was written into an action, where the platform has a field for it. */
  readonly reply?: string | null;
};

type WorkerEvents = {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly push: PushEvent;
  readonly message: ExtendableEvent & { readonly data: unknown };
  readonly notificationclick: NotificationClickEvent;
  readonly sync: SyncEvent;
};
