import { Suspense, type ReactElement } from 'react';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import type { Place } from '../data/address/place.ts';
import { useSelect } from '../parts/use-cell.ts';
import { Waiting } from '../parts/waiting.tsx';
import { useChat, usePlace } from '../screen/chat-context.ts';
import type { FirstView } from '../screen/first-view.ts';
import { placeName } from '../screen/titles.ts';
import { failedTitle } from '../words/failure-text.ts';
import { FailedView } from './trouble.tsx';
import { HiddenChannel, useIsHidden } from './hidden-channel.tsx';

const InboxView = lazyPart(() => import('./inbox/inbox-view.tsx').then((module) => module.InboxView));
const ConversationView = lazyPart(() =>
  import('./conversation/conversation-view.tsx').then((module) => module.ConversationView),
);
const RecentView = lazyPart(() => import('./recent/recent-view.tsx').then((module) => module.RecentView));
const TopicsView = lazyPart(() => import('./channel/topics-view.tsx').then((module) => module.TopicsView));
const SearchView = lazyPart(() => import('./search/search-view.tsx').then((module) => module.SearchView));
const CatchUpView = lazyPart(() =>
  import('./catch-up/catch-up-view.tsx').then((module) => module.CatchUpView),
);
const ChannelsView = lazyPart(() =>
  import('./channels/channels-view.tsx').then((module) => module.ChannelsView),
);
const PeopleView = lazyPart(() => import('./people/people-view.tsx').then((module) => module.PeopleView));
const YouView = lazyPart(() => import('./you/you-view.tsx').then((module) => module.YouView));
const SettingsView = lazyPart(() =>
  import('./settings/settings-view.tsx').then((module) => module.SettingsView),
);
const OrganizationView = lazyPart(() =>
  import('./organization/organization-view.tsx').then((module) => module.OrganizationView),
);
const DraftsView = lazyPart(() => import('./drafts/drafts-view.tsx').then((module) => module.DraftsView));
const ScheduledView = lazyPart(() =>
  import('./drafts/scheduled-view.tsx').then((module) => module.ScheduledView),
);

/** Loads a view ahead of its first use. */
export function loadView(view: FirstView): Promise<void> {
  return view === 'inbox' ? InboxView.load() : ConversationView.load();
}

/** The view of the current place. An exception in it shows in its place, until the user goes to another one. */
export function View(): ReactElement {
  const place = usePlace();
  return (
    <ErrorBoundary subject={place} fallback={FailedPlace}>
      <Suspense fallback={<ComingView place={place} />}>
        <PlaceView place={place} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A view whose part is being loaded, at its place: a head, and what comes below it. */
function ComingView({ place: { view } }: { readonly place: Place }): ReactElement {
  const isSettings = view === 'settings' || view === 'organization';
  return (
    <>
      <header className="top" aria-hidden="true" />
      <div className="body" aria-busy="true">
        <Waiting
          kind={view === 'messages' ? 'messages' : isSettings ? 'lines' : 'rows'}
          className={view === 'messages' ? 'wrap' : 'wrap wide'}
        />
      </div>
    </>
  );
}

/** In place of a view that threw an exception, or that could not be loaded. */
export function FailedPlace({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const place = usePlace();
  const name = useSelect(useChat().state, (state) => placeName(state, place));
  return <FailedView title={failedTitle(name)} onRetry={onRetry} />;
}

function PlaceView({ place }: { readonly place: Place }): ReactElement {
  const isHidden = useIsHidden(place);
  if (isHidden) return <HiddenChannel />;
  switch (place.view) {
    case 'recent':
      return <RecentView />;
    case 'topics':
      return <TopicsView key={place.channelId} channelId={place.channelId} />;
    case 'messages':
      return place.narrow.kind === 'search' ? (
        <SearchView narrow={place.narrow} />
      ) : (
        <ConversationView narrow={place.narrow} near={place.near} />
      );
    case 'catch-up':
      return <CatchUpView />;
    case 'drafts':
      return <DraftsView />;
    case 'scheduled':
      return <ScheduledView />;
    case 'inbox':
      return <InboxView />;
    case 'channels':
      return <ChannelsView list={place.list} />;
    case 'people':
      return <PeopleView list={place.list ?? 'people'} />;
    case 'you':
      return <YouView />;
    case 'settings':
      return <SettingsView page={place.page} />;
    case 'organization':
      return <OrganizationView page={place.page} />;
  }
}
