import { Suspense, type ReactElement } from 'react';
import type { Place } from '../../data/address/place.ts';
import { ErrorBoundary } from '../../parts/error-boundary.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { usePlace } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { useIsHidden } from '../hidden-channel.tsx';
import { Trouble } from '../trouble.tsx';
import { FailedPlace } from '../view.tsx';
import type { VisitorBarProps } from './visitor-bar.tsx';
import { VisitorHome } from './visitor-home.tsx';

const ConversationView = lazyPart(() =>
  import('../conversation/conversation-view.tsx').then((module) => module.ConversationView),
);
const TopicsView = lazyPart(() => import('../channel/topics-view.tsx').then((module) => module.TopicsView));

/** The view of the current place, as far as visitors can see it. */
export function VisitorView({ onLogIn }: VisitorBarProps): ReactElement {
  const place = usePlace();
  return (
    <ErrorBoundary subject={place} fallback={FailedPlace}>
      <Suspense>
        <PlaceView place={place} onLogIn={onLogIn} />
      </Suspense>
    </ErrorBoundary>
  );
}

function PlaceView({ place, onLogIn }: VisitorBarProps & { readonly place: Place }): ReactElement {
  const isHidden = useIsHidden(place);
  if (place.view === 'inbox' || place.view === 'channels') return <VisitorHome />;
  if (!isHidden && place.view === 'topics')
    return <TopicsView key={place.channelId} channelId={place.channelId} />;
  if (!isHidden && place.view === 'messages' && 'channelId' in place.narrow)
    return <ConversationView narrow={place.narrow} near={place.near} />;
  return (
    <Trouble
      icon="lock"
      title={t('This needs an account')}
      text={t('Visitors read the channels that are public on the web. Log in to see this place.')}
    >
      <button type="button" className="btn primary" onClick={() => onLogIn()}>
        {t('Log in')}
      </button>
      <a className="btn" href="#channels">
        {t('Go to the public channels')}
      </a>
    </Trouble>
  );
}
