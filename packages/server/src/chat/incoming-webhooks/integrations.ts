import type { Integration } from './integration.ts';
import { alertmanager } from './integrations/alertmanager.ts';
import { azuredevops } from './integrations/azuredevops/azuredevops.ts';
import { bitbucket } from './integrations/bitbucket.ts';
import { buildkite } from './integrations/buildkite.ts';
import { calendly } from './integrations/calendly.ts';
import { circleci } from './integrations/circleci.ts';
import { datadog } from './integrations/datadog.ts';
import { discourse } from './integrations/discourse.ts';
import { dockerhub } from './integrations/dockerhub.ts';
import { freshdesk } from './integrations/freshdesk.ts';
import { gitea } from './integrations/gitea.ts';
import { github } from './integrations/github/github.ts';
import { gitlab } from './integrations/gitlab/gitlab.ts';
import { gogs } from './integrations/gogs.ts';
import { grafana } from './integrations/grafana.ts';
import { heroku } from './integrations/heroku.ts';
import { ifttt } from './integrations/ifttt.ts';
import { intercom } from './integrations/intercom.ts';
import { jenkins } from './integrations/jenkins.ts';
import { jira } from './integrations/jira.ts';
import { json } from './integrations/json.ts';
import { linear } from './integrations/linear.ts';
import { netlify } from './integrations/netlify.ts';
import { newrelic } from './integrations/newrelic.ts';
import { opsgenie } from './integrations/opsgenie.ts';
import { pagerduty } from './integrations/pagerduty.ts';
import { pingdom } from './integrations/pingdom.ts';
import { rollbar } from './integrations/rollbar.ts';
import { sentry } from './integrations/sentry.ts';
import { shopify } from './integrations/shopify.ts';
import { slackIncoming } from './integrations/slack-incoming.ts';
import { sonarqube } from './integrations/sonarqube.ts';
import { statuspage } from './integrations/statuspage.ts';
import { stripe } from './integrations/stripe.ts';
import { travis } from './integrations/travis.ts';
import { trello } from './integrations/trello.ts';
import { typeform } from './integrations/typeform.ts';
import { uptimekuma } from './integrations/uptimekuma.ts';
import { uptimerobot } from './integrations/uptimerobot.ts';
import { vercel } from './integrations/vercel.ts';
import { zabbix } from './integrations/zabbix.ts';
import { zapier } from './integrations/zapier.ts';
import { zendesk } from './integrations/zendesk.ts';

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
  azuredevops,
  jira,
  linear,
  trello,
  jenkins,
  circleci,
  travis,
  buildkite,
  sonarqube,
  dockerhub,
  netlify,
  vercel,
  heroku,
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
  zendesk,
  freshdesk,
  intercom,
  discourse,
  shopify,
  stripe,
  calendly,
  typeform,
];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export function integrationCalled(name: string): Integration | undefined {
  return byName.get(name);
}
