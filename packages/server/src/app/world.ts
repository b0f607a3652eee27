import type { World } from '../http/world.ts';
import type { RenderedReference } from './reference/rendered-reference.ts';
import type { WebClient } from './web/web-client.ts';
import type { CallProvider } from '../chat/calls/provider.ts';
import type { WebhookComposer } from '../chat/incoming-webhooks/composer.ts';
import type { Differences } from '../chat/messages/html-diff/differences.ts';
import type { NotedDamage } from '../chat/messages/search/damage.ts';
import type { SegmentWorker } from '../chat/messages/search/indexing/segment-worker.ts';
import type { Tokenizers } from '../chat/messages/search/tokenizer.ts';
import type { Sending } from '../chat/messages/send/sending.ts';
import type { ExternalContents } from '../chat/previews/external-content.ts';
import type { LinkedPages } from '../chat/previews/pages-of-links.ts';
import type { Pieces } from '../chat/streamed-messages/pieces.ts';
import type { PushProtocols } from '../chat/notifications/push/protocols/protocols.ts';
import type { AnimatedThumbnails } from '../chat/uploads/animated-thumbnails.ts';
import type { RunningUploads } from '../chat/uploads/running-uploads.ts';
import type { Drawings } from '../organization/avatars/drawings.ts';
import type { ClientDocuments } from '../organization/oauth/clients/document-cache.ts';
import type { RecentPresence } from '../organization/presence/recent.ts';
import type { PresenceRecorder } from '../organization/presence/recorder.ts';
import type { SignOnProvider } from '../organization/sign-on/provider.ts';
import type { PasswordStrength } from '../organization/users/password-strength.ts';

/** The world of a node: the members of `World`, and those that only the application calls. */
export type DisposableWorld = World & {
  /** The health check fails from now on, so that load balancers stop routing to this node. */
  startDraining(): void;
  /** Responses close their connections from now on, so that clients reconnect to another node. */
  startClosing(): void;
  dispose(): Promise<void>;
};

/** The services of features, which `World` has beside those of the layers below: the type of each stands in its feature. */
declare module '../http/world.ts' {
  interface FeatureServices {
    readonly reference: RenderedReference;
    /** Reads the files at the first call. */
    readonly web: () => WebClient;
    /** Undefined unless the operator has configured a provider of video calls. */
    readonly calls: CallProvider | undefined;
    readonly webhookComposer: WebhookComposer;
    readonly differences: Differences;
    readonly searchDamage: NotedDamage;
    readonly segmentWorker: SegmentWorker;
    /** Newest first: a node builds indexes with the first one, and searches with any. */
    readonly tokenizers: Tokenizers;
    readonly sending: Sending;
    readonly pushProtocols: PushProtocols;
    readonly externalContents: ExternalContents;
    readonly linkedPages: LinkedPages;
    readonly pieces: Pieces;
    readonly clientDocuments: ClientDocuments;
    readonly animatedThumbnails: AnimatedThumbnails;
    readonly runningUploads: RunningUploads;
    readonly drawings: Drawings;
    readonly recentPresence: RecentPresence;
    readonly presence: PresenceRecorder;
    /** Undefined unless the operator has configured single sign-on. */
    readonly signOn: SignOnProvider | undefined;
    readonly passwordStrength: PasswordStrength;
  }
}
