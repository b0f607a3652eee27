import { createClientDocuments } from '../organization/oauth/clients/document-cache.ts';
import { createLocalBus, type Bus } from '../engine/bus/bus.ts';
import { createNatsBus } from '../engine/bus/nats-bus.ts';
import { createRunningUploads } from '../chat/uploads/running-uploads.ts';
import { createOAuthProvider } from '../chat/calls/oauth-provider.ts';
import { systemClock } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import { createVersionedCache } from '../engine/db/versioned-cache.ts';
import type { Epoch } from '../engine/db/epoch.ts';
import { createExpensiveQueries } from '../engine/db/expensive-queries.ts';
import { createFaults } from '../engine/faults/faults.ts';
import { createLog } from '../engine/logging.ts';
import { createProcessor } from '../engine/turns/processor.ts';
import { createGuardedPool } from '../engine/db/guarded-pool.ts';
import { createWrite } from '../engine/db/tx.ts';
import { createWriteProbe } from '../engine/db/write-probe.ts';
import { createWriteTurns } from '../engine/db/write-turns.ts';
import { createPictures } from '../engine/files/pictures.ts';
import { createFileStore } from '../engine/files/store.ts';
import { createAccounts, isTransferred } from '../http/accounts.ts';
import { createMaintenance } from '../http/maintenance.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createRequestTurns } from '../http/request-turns.ts';
import { createLargeRequestTurns } from '../http/large-requests.ts';
import { createProxies } from '../http/client-address.ts';
import { createRateLimiter } from '../http/rate-limits.ts';
import { shareLimits } from '../http/share-limits.ts';
import { createCredentialUse, recordUse } from '../http/credential-use.ts';
import { createMailer } from '../engine/mail/create-mailer.ts';
import { createMetrics } from '../engine/metrics/metrics.ts';
import { readSharedState } from '../engine/metrics/state-gauges.ts';
import { createPushProtocols } from '../chat/notifications/push/protocols/protocols.ts';
import { flagsOfUsers } from '../chat/messages/flags-of-users.ts';
import { createAnimatedThumbnails } from '../chat/uploads/animated-thumbnails.ts';
import { createNotedDamage } from '../chat/messages/search/damage.ts';
import { TOKENIZERS } from '../chat/messages/search/tokenizer.ts';
import { positionsBehind } from '../chat/messages/search/indexing/run-index.ts';
import { createSegmentWorker } from '../chat/messages/search/indexing/segment-worker.ts';
import { createExternalContents } from '../chat/previews/external-content.ts';
import { createLinkedPages } from '../chat/previews/pages-of-links.ts';
import { createPieces } from '../chat/streamed-messages/pieces.ts';
import { createVisitRule } from '../chat/previews/visit-rule.ts';
import { createWebhookComposer } from '../chat/incoming-webhooks/composer.ts';
import { createSending } from '../chat/messages/send/sending.ts';
import { createOutbound } from '../engine/outbound/outbound.ts';
import { createLogStore } from '../engine/log/store.ts';
import { createRecentPresence } from '../organization/presence/recent.ts';
import { createRecorder } from '../organization/presence/recorder.ts';
import { createPresenceStore } from '../organization/presence/store.ts';
import { createRenderedReference } from './reference/rendered-reference.ts';
import { createRegistrationTurns } from './registration/registration-turns.ts';
import { createEventAdapter } from './event-adapters.ts';
import { createHub } from '../delivery/hub.ts';
import { readLag } from '../delivery/readers/lag.ts';
import { createSnapshotCache } from '../delivery/snapshot-cache.ts';
import { createQueueStore } from '../delivery/store.ts';
import { createSealer } from '../engine/secrets/seal.ts';
import { noTracing } from '../engine/tracing/tracing.ts';
import { createWebClient } from './web/web-client.ts';
import { createDifferences } from '../chat/messages/html-diff/differences.ts';
import { createKnownPasswords } from '../organization/users/known-passwords.ts';
import { createPasswordStrength } from '../organization/users/password-strength.ts';
import { createDrawings } from '../organization/avatars/drawings.ts';
import { createSignOnProvider } from '../organization/sign-on/provider.ts';
import type { DisposableWorld } from './world.ts';
import type { WorldOverrides } from './world-overrides.ts';

/** Builds every component once, dependencies first. */
export function buildWorld(config: Config, overrides: WorldOverrides = {}): DisposableWorld {
  const tracing = overrides.tracing ?? noTracing;
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? Math.random;
  const log = createLog(config, overrides.logStream);
  const faults = createFaults(clock, log, (fault) => {
    metrics.faulted(fault);
  });
  const warnOf = (operation: string) => (error: unknown) => {
    faults.warn(error, operation);
  };
  const onEpoch = ({ number }: Epoch, reason: string): void => {
    log.warn(
      { epoch: number, reason },
      'the database has a new epoch; all event queues end and clients register again',
    );
    metrics.epochBegan();
  };
  const processor = createProcessor({
    limits: config.rateLimits ? config.processorLimits : undefined,
    clock,
    log,
    onRefusal: ({ scope }) => {
      metrics.processorSpent(scope);
    },
    readMs: overrides.processorMs,
  });
  const { pool, expensivePool, epoch } = createGuardedPool(
    { ...config.database, applicationName: overrides.applicationName },
    warnOf('keep connections'),
    tracing,
    onEpoch,
    faults.outage,
    {
      clock,
      processor: config.rateLimits ? processor : undefined,
      onError: (code) => metrics.databaseFailed(code),
    },
  );
  const { connections, expensiveConnections } = config.database;
  const expensiveQueries = createExpensiveQueries(expensivePool, expensiveConnections, clock, random);
  const requests = createRequestTurns(clock, random);
  const largeRequests = createLargeRequestTurns(clock, random);
  const sealer = overrides.sealer ?? createSealer(config.secret, config.previousSecret);
  const mailer = createMailer(config.mail);
  const outbound = createOutbound({
    allowedNetworks: config.outboundNetworks,
    clock,
    lookUp: overrides.lookUp,
  });
  const pushProtocols = createPushProtocols({ config, pool, sealer, outbound, clock });
  const bus: Bus =
    config.nats === undefined ? createLocalBus() : createNatsBus({ config: config.nats, sealer, clock, log });
  const wakeUp = (realmId: number, head: number): void => {
    epoch.note(realmId, head);
    bus.wakeUp(realmId, head);
  };
  const writes = createWriteTurns(
    createWrite(pool, wakeUp, clock, overrides.author),
    connections,
    clock,
    random,
  );
  const metrics = createMetrics(pool);
  const writeProbe = createWriteProbe(pool, clock, warnOf('health check'));
  const limiter = createRateLimiter(clock);
  const stopSharing = shareLimits(limiter, bus, clock, warnOf('share rate limits'));
  const cache = createVersionedCache();
  const accounts = createAccounts(pool, cache, clock);
  const usedAccounts = recordUse(
    accounts,
    createCredentialUse(pool, clock, warnOf('record the use of credentials')),
  );
  const sending = createSending(pool, wakeUp, metrics, cache, clock, random, epoch.token);
  const hub = createHub({
    log: createLogStore(pool, epoch.note),
    adapter: createEventAdapter((realmId, messageId, userIds) =>
      flagsOfUsers(pool, realmId, messageId, userIds),
    ),
    queues: createQueueStore(pool),
    bus,
    clock,
    random,
    warn: warnOf('deliver events'),
    isCredentialValid: async (lookup) =>
      (await accounts.find(lookup)) !== undefined || (await isTransferred(pool, lookup)),
    confirmEpoch: epoch.confirm,
    tracing,
    processor,
  });
  const shared = overrides.shared ?? createSnapshotCache();
  const presence = createRecorder(createPresenceStore(pool), clock);
  const recentPresence = createRecentPresence(pool, clock);
  epoch.onChange(() => {
    cache.clear();
    shared.clear();
    presence.forgetAll();
    recentPresence.forgetAll();
    hub.endEpoch();
  });
  metrics.watch(hub);
  metrics.watchServices({
    isWritable: () => writeProbe.check(),
    isUp: () => !faults.outage.isAway,
    isBusUp: () => bus.isConnected(),
  });
  metrics.watchReaders(() => readLag(pool));
  metrics.watchSharedState(() => readSharedState(pool));
  metrics.watchSearch(() => positionsBehind(pool));
  const files = createFileStore(config.files);
  const pictures = createPictures(clock, random);
  const drawings = createDrawings();
  const differences = createDifferences(clock, random, processor);
  const passwordStrength = createPasswordStrength(
    clock,
    random,
    createKnownPasswords(config.breachedPasswords),
  );
  const reference = createRenderedReference(clock);
  const webhookComposer = createWebhookComposer(clock, random);
  const mayVisit = createVisitRule(config);
  const externalContents = createExternalContents({ config, outbound, mayVisit, metrics, clock, random });
  const linkedPages = createLinkedPages({ config, outbound, mayVisit, clock }, random);
  const segmentWorker = createSegmentWorker();
  const pieces = createPieces(clock, warnOf('tell of streamed messages'));
  let closing = false;
  let draining = false;
  return {
    config,
    clock,
    random,
    log,
    pool,
    expensiveQueries,
    requests,
    requestIds: createRequestIds(random),
    requestLog: createRequestLog(config.requestLog, log, clock),
    largeRequests,
    epoch,
    write: writes.write,
    publish: (realmId, audience, event, position) => {
      // Ephemeral events are best effort: a failure to publish must not fail the request.
      try {
        bus.publish(realmId, { audience, event, ...(position === undefined ? {} : { position }) });
      } catch (error) {
        faults.warn(error, 'publish an event');
      }
    },
    onWakeUp: (listener) => {
      bus.onWakeUp(listener);
    },
    findAccount: usedAccounts.find,
    cachedAccount: usedAccounts.lookup,
    hub,
    registrations: createRegistrationTurns(config.database.connections, clock, random),
    shared,
    presence,
    recentPresence,
    sending,
    metrics,
    tracing,
    limiter,
    processor,
    proxies: createProxies(config.hosts),
    sealer,
    files,
    pictures,
    animatedThumbnails: createAnimatedThumbnails(files, pictures, pool),
    drawings,
    differences,
    passwordStrength,
    reference,
    segmentWorker,
    webhookComposer,
    searchDamage: createNotedDamage(),
    tokenizers: TOKENIZERS,
    runningUploads: createRunningUploads(),
    web: createWebClient(config, log),
    outbound,
    externalContents,
    linkedPages,
    pieces,
    pushProtocols,
    clientDocuments: createClientDocuments({ outbound, clock }),
    mailer,
    signOn: createSignOnProvider(config, clock),
    calls: createOAuthProvider(config, clock),
    faults,
    writeProbe,
    maintenance: createMaintenance(pool),
    report: faults.report,
    warn: faults.warn,
    isClosing: () => closing,
    isDraining: () => draining,
    startDraining: () => {
      draining = true;
    },
    startClosing: () => {
      closing = true;
      hub.drain();
    },
    dispose: async () => {
      stopSharing();
      externalContents.close();
      await linkedPages.close();
      await pieces.close();
      drawings.close();
      segmentWorker.close();
      await hub.close();
      await sending.close();
      await webhookComposer.close();
      await differences.close();
      await passwordStrength.close();
      await reference.close();
      mailer?.close();
      for (const protocol of Object.values(pushProtocols)) protocol.close();
      await bus.close();
      pictures.close();
      files.close();
      requests.close();
      largeRequests.close();
      writes.close();
      await expensiveQueries.end();
      await pool.end();
      await tracing.close().catch(warnOf('send traces'));
      faults.close();
      processor.close();
    },
  };
}
