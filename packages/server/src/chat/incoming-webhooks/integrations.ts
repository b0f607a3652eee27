import type { Integration } from './integration.ts';
import { alertmanager } from './integrations/alertmanager.ts';
import { bitbucket } from './integrations/bitbucket.ts';
import { circleci } from './integrations/circleci.ts';
import { datadog } from './integrations/datadog.ts';
import { gitea } from './integrations/gitea.ts';
import { github } from './integrations/github/github.ts';
import { gitlab } from './integrations/gitlab/gitlab.ts';
import { gogs } from './integrations/gogs.ts';
import { grafana } from './integrations/grafana.ts';
import { ifttt } from './integrations/ifttt.ts';
import { jira } from './integrations/jira.ts';
import { json } from './integrations/json.ts';
import { linear } from './integrations/linear.ts';
import { newrelic } from './integrations/newrelic.ts';
import { opsgenie } from './integrations/opsgenie.ts';
import { pagerduty } from './integrations/pagerduty.ts';
import { pingdom } from './integrations/pingdom.ts';
import { rollbar } from './integrations/rollbar.ts';
import { sentry } from './integrations/sentry.ts';
import { slackIncoming } from './integrations/slack-incoming.ts';
import { statuspage } from './integrations/statuspage.ts';
import { stripe } from './integrations/stripe.ts';
import { trello } from './integrations/trello.ts';
import { uptimekuma } from './integrations/uptimekuma.ts';
import { uptimerobot } from './integrations/uptimerobot.ts';
import { zabbix } from './integrations/zabbix.ts';
import { zapier } from './integrations/zapier.ts';

/** Every integration, in the order of the documentation. */
export const integrations: readonly Integration[] = [
  json,
  slackIncoming,
  zapier,
  ifttt,
  github,
  gitlab,
  gitea,
  gogs,
  bitbucket,
  jira,
  linear,
  trello,
  circleci,
  sentry,
  rollbar,
  grafana,
  alertmanager,
  datadog,
  newrelic,
  zabbix,
  pagerduty,
  opsgenie,
  uptimerobot,
  uptimekuma,
  pingdom,
  statuspage,
  stripe,
];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export function integrationCalled(name: string): Integration | undefined {
  return byName.get(name);
}
