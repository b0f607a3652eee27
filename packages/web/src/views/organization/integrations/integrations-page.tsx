import type { ReactElement } from 'react';
import { readGrantsOfUsers, type GrantOfUser } from '../../../data/actions/grant-actions.ts';
import { readSubscriptions } from '../../../data/actions/subscription-actions.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat, useChatScreen, usePlace } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { BotsBlock } from '../../settings/bots/bots-block.tsx';
import { useBots } from '../../settings/bots/use-bots.ts';
import { EventsTab } from './events/events-tab.tsx';
import { IncomingTab } from './incoming-tab.tsx';
import { IntegrationSetup } from './integration-setup.tsx';
import { ProgramsTab } from './programs-tab.tsx';
import choices from '../../../parts/choices.module.css';

const TABS = ['incoming', 'events', 'bots', 'programs'] as const;
type Tab = (typeof TABS)[number];

/** Programs that write into channels; the second part of the address is a list, or the name of an integration. */
export function IntegrationsPage(): ReactElement {
  const { go } = useChatScreen();
  const chat = useChat();
  const place = usePlace();
  const [, part = 'incoming'] = place.view === 'organization' ? place.page.split('/') : [];
  const integrations = useSelect(chat.state, (state) => state.realm_incoming_webhook_bots) ?? [];
  const bots = useBots();
  const subscriptions = useLoaded(readSubscriptions);
  const isAdministrator = useSelect(chat.state, (state) => state.is_admin === true);
  const programs = useLoaded(isAdministrator ? readGrantsOfUsers : readNone);
  const integration = integrations.find(({ name }) => name === part);
  if (integration !== undefined) return <IntegrationSetup key={part} integration={integration} />;
  const tabs = TABS.filter((one) => one !== 'programs' || isAdministrator);
  const tab = tabs.find((one) => one === part) ?? 'incoming';
  const names: Readonly<Record<Tab, string>> = {
    incoming: t('Incoming'),
    events: t('Events'),
    bots: t('Bots'),
    programs: t('Programs of people'),
  };
  const counts: Readonly<Record<Tab, number | undefined>> = {
    incoming: integrations.length,
    events: subscriptions.value?.length,
    bots: bots.filter(({ isActive }) => isActive).length,
    programs: programs.value?.length,
  };
  return (
    <>
      <p className="help">{t('Programs that write into channels, and programs that hear of events')}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div className={choices['choices']} role="group" aria-label={t('Kinds of integrations')}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === tab}
            onClick={() => go({ view: 'organization', page: `integrations/${one}` })}
          >
            {names[one]} <span className="n">{counts[one]}</span>
          </button>
        ))}
      </div>
      {tab === 'incoming' ? <IncomingTab integrations={integrations} /> : null}
      {tab === 'events' ? <EventsTab own={subscriptions} /> : null}
      {tab === 'programs' ? <ProgramsTab all={programs} /> : null}
      {tab === 'bots' ? (
        <BotsBlock bots={bots} empty={t('No bots yet. A bot writes under a name of its own.')} />
      ) : null}
    </>
  );
}

/** Administrators alone see the programs of others. */
async function readNone(): Promise<readonly GrantOfUser[]> {
  return [];
}
