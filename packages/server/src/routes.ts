import { addRealmDomainRoute } from './domains/routes/add-realm-domain.ts';
import { deleteRealmDomainRoute } from './domains/routes/delete-realm-domain.ts';
import { getRealmDomainsRoute } from './domains/routes/get-realm-domains.ts';
import { patchRealmDomainRoute } from './domains/routes/patch-realm-domain.ts';
import { createConferenceCallRoute } from './calls/routes/create-conference-call.ts';
import { createDraftsRoute } from './drafts/routes/create-drafts.ts';
import { deleteDraftRoute } from './drafts/routes/delete-draft.ts';
import { editDraftRoute } from './drafts/routes/edit-draft.ts';
import { getDraftsRoute } from './drafts/routes/get-drafts.ts';
import type { Route } from './http/route.ts';
import { addLinkifierRoute } from './linkifiers/routes/add-linkifier.ts';
import { getLinkifiersRoute } from './linkifiers/routes/get-linkifiers.ts';
import { removeLinkifierRoute } from './linkifiers/routes/remove-linkifier.ts';
import { reorderLinkifiersRoute } from './linkifiers/routes/reorder-linkifiers.ts';
import { updateLinkifierRoute } from './linkifiers/routes/update-linkifier.ts';
import { deleteQueueRoute } from './queues/routes/delete-queue.ts';
import { getEventsRoute } from './queues/routes/get-events.ts';
import { registerQueueRoute } from './queues/routes/register-queue.ts';
import { getServerSettingsRoute } from './realm/routes/get-server-settings.ts';
import { snapshots } from './snapshots.ts';
import { addNavigationViewRoute } from './views/routes/add-navigation-view.ts';
import { editNavigationViewRoute } from './views/routes/edit-navigation-view.ts';
import { getNavigationViewsRoute } from './views/routes/get-navigation-views.ts';
import { removeNavigationViewRoute } from './views/routes/remove-navigation-view.ts';

/** Every operation that this server has. */
export const routes: readonly Route[] = [
  registerQueueRoute(snapshots),
  getEventsRoute,
  deleteQueueRoute,
  createConferenceCallRoute,
  getDraftsRoute,
  createDraftsRoute,
  editDraftRoute,
  deleteDraftRoute,
  getServerSettingsRoute,
  getRealmDomainsRoute,
  getLinkifiersRoute,
  addLinkifierRoute,
  updateLinkifierRoute,
  removeLinkifierRoute,
  reorderLinkifiersRoute,
  addRealmDomainRoute,
  patchRealmDomainRoute,
  deleteRealmDomainRoute,
  getNavigationViewsRoute,
  addNavigationViewRoute,
  editNavigationViewRoute,
  removeNavigationViewRoute,
];
