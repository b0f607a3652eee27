import type { WebhookSample } from './compose-sample.ts';
import {
  alertmanagerSamples,
  grafanaSamples,
  pagerdutySamples,
  sentrySamples,
  uptimerobotSamples,
} from './samples/alerts.ts';
import { azuredevopsSamples } from './samples/azuredevops.ts';
import { bitbucketSamples } from './samples/bitbucket.ts';
import {
  buildkiteSamples,
  dockerhubSamples,
  herokuSamples,
  jenkinsSamples,
  netlifySamples,
  sonarqubeSamples,
  travisSamples,
  vercelSamples,
} from './samples/builds.ts';
import { giteaSamples, gogsSamples } from './samples/gitea.ts';
import { githubSamples } from './samples/github.ts';
import { gitlabSamples } from './samples/gitlab.ts';
import {
  datadogSamples,
  newrelicSamples,
  opsgenieSamples,
  pingdomSamples,
  rollbarSamples,
  statuspageSamples,
  uptimekumaSamples,
  zabbixSamples,
} from './samples/monitoring.ts';
import {
  circleciSamples,
  iftttSamples,
  jsonSamples,
  slackSamples,
  stripeSamples,
  zapierSamples,
} from './samples/other.ts';
import {
  calendlySamples,
  discourseSamples,
  freshdeskSamples,
  intercomSamples,
  shopifySamples,
  typeformSamples,
  zendeskSamples,
} from './samples/people.ts';
import { jiraSamples, linearSamples, trelloSamples } from './samples/work.ts';

/** Requests of services that the documentation shows, by the name of the integration. */
export const webhookSamples: Readonly<Record<string, readonly WebhookSample[]>> = {
  json: jsonSamples,
  slack_incoming: slackSamples,
  zapier: zapierSamples,
  ifttt: iftttSamples,
  github: githubSamples,
  gitlab: gitlabSamples,
  gitea: giteaSamples,
  gogs: gogsSamples,
  bitbucket: bitbucketSamples,
  jira: jiraSamples,
  linear: linearSamples,
  trello: trelloSamples,
  azuredevops: azuredevopsSamples,
  jenkins: jenkinsSamples,
  travis: travisSamples,
  buildkite: buildkiteSamples,
  netlify: netlifySamples,
  vercel: vercelSamples,
  heroku: herokuSamples,
  dockerhub: dockerhubSamples,
  sonarqube: sonarqubeSamples,
  circleci: circleciSamples,
  sentry: sentrySamples,
  grafana: grafanaSamples,
  alertmanager: alertmanagerSamples,
  pagerduty: pagerdutySamples,
  uptimerobot: uptimerobotSamples,
  datadog: datadogSamples,
  newrelic: newrelicSamples,
  opsgenie: opsgenieSamples,
  pingdom: pingdomSamples,
  rollbar: rollbarSamples,
  statuspage: statuspageSamples,
  uptimekuma: uptimekumaSamples,
  zabbix: zabbixSamples,
  zendesk: zendeskSamples,
  freshdesk: freshdeskSamples,
  intercom: intercomSamples,
  discourse: discourseSamples,
  shopify: shopifySamples,
  calendly: calendlySamples,
  typeform: typeformSamples,
  stripe: stripeSamples,
};
