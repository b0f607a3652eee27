import type { EventTable, WebhookDelivery } from '../../integration.ts';
import { link, plain, quote, paragraphs } from '../../markdown.ts';
import { repositoryLink } from './repository.ts';
import { repositoryName, sender } from './subjects.ts';

type Delivery = WebhookDelivery;

/** The event types of sponsorships, which are their actions. */
const SPONSOR_VERBS = {
  created: 'became a sponsor',
  cancelled: 'ended the sponsorship',
  edited: 'edited the sponsorship',
  tier_changed: 'changed the tier of the sponsorship',
  pending_cancellation: 'will end the sponsorship',
  pending_tier_change: 'will change the tier of the sponsorship',
};

/** Events of teams, members and sponsors. */
export const organizationTable: EventTable = {
  membership: {
    topic: (d) => d.payload.text('organization.login'),
    text: (d) => {
      const { payload } = d;
      const [verb, preposition] =
        payload.text('action') === 'removed' ? ['removed', 'from'] : ['added', 'to'];
      return `${sender(d)} ${verb} ${d.userCalled(payload.text('member.login'))} ${preposition} the team ${teamLink(d)}.`;
    },
  },
  team: {
    topic: (d) => `team ${d.payload.text('team.name')}`,
    text: (d) => {
      const { payload } = d;
      const description = payload.textIf('team.description');
      const before = payload.textIf('changes.name.from');
      return paragraphs(
        `${sender(d)} edited the team ${teamLink(d)}${before === undefined ? '' : `, which was called ${plain(before)}`}.`,
        payload.has('changes.description') ? quote(description) : '',
      );
    },
  },
  team_add: {
    topic: repositoryName,
    text: (d) => `${sender(d)} gave the team ${teamLink(d)} access to ${repositoryLink(d)}.`,
  },
  ...Object.fromEntries(
    Object.entries(SPONSOR_VERBS).map(([action, verb]) => [
      action,
      { topic: () => 'sponsors', text: (d: Delivery) => sponsorText(d, verb) },
    ]),
  ),
};

function sponsorText({ payload, userCalled }: Delivery, verb: string): string {
  const tier = payload.textIf('sponsorship.tier.name');
  const sponsor = userCalled(payload.text('sponsorship.sponsor.login'));
  return `${sponsor} ${verb}${tier === undefined ? '' : ` (${plain(tier)})`}.`;
}

function teamLink({ payload }: Delivery): string {
  return link(payload.text('team.name'), payload.textIf('team.html_url'));
}
