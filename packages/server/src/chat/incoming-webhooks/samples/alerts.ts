import type { WebhookSample } from '../compose-sample.ts';

/** Samples of services that watch others: Grafana, Alertmanager, Sentry, PagerDuty and UptimeRobot. */

export const grafanaAlert = {
  status: 'firing',
  labels: { alertname: 'DomeHumidity', instance: 'dome-1' },
  annotations: { summary: 'Humidity in the dome is above 80 %' },
  startsAt: '2026-03-02T21:40:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  values: { humidity: 83 },
  generatorURL: 'https://grafana.example.org/alerting/7/view',
  silenceURL: 'https://grafana.example.org/alerting/silence/new',
  fingerprint: '3fe1c2d4',
};

export const grafanaFiring = {
  payload: { status: 'firing', alerts: [grafanaAlert] },
} satisfies WebhookSample;

export const alertmanagerAlerts = {
  payload: {
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'DiskAlmostFull', instance: 'archive-2' },
        annotations: { summary: 'Images fill the disk.' },
        generatorURL: 'https://prometheus.example.org/graph?g0.expr=disk',
      },
      {
        status: 'firing',
        labels: { alertname: 'BackupMissing', instance: 'archive-2' },
        annotations: {},
        generatorURL: 'https://prometheus.example.org/graph?g0.expr=backup',
      },
      {
        status: 'resolved',
        labels: { alertname: 'HighLoad', instance: 'archive-2' },
        annotations: {},
        generatorURL: 'https://prometheus.example.org/graph?g0.expr=load',
      },
    ],
  },
} satisfies WebhookSample;

export const sentryError = {
  headers: { 'Sentry-Hook-Resource': 'error' },
  payload: {
    action: 'created',
    data: {
      error: {
        title: "KeyError: 'vega'",
        web_url: 'https://sentry.example.org/organizations/lyra/issues/88/events/5/',
        level: 'error',
        platform: 'python',
        datetime: '2026-03-02T22:05:00Z',
        location: 'catalogue/stars.py',
        exception: {
          values: [
            {
              stacktrace: {
                frames: [
                  {
                    in_app: true,
                    pre_context: ['def magnitude(name):'],
                    context_line: '    return stars[name].magnitude',
                    post_context: ['', ''],
                  },
                ],
              },
            },
          ],
        },
      },
    },
  },
} satisfies WebhookSample;

export const sentryIssue = {
  headers: { 'Sentry-Hook-Resource': 'issue' },
  payload: {
    action: 'resolved',
    actor: { type: 'user', name: 'Amara Okonkwo' },
    data: {
      issue: {
        title: "KeyError: 'vega'",
        permalink: 'https://sentry.example.org/organizations/lyra/issues/88/',
        level: 'error',
        firstSeen: '2026-03-02T22:05:00Z',
        culprit: 'stars in magnitude',
      },
    },
  },
} satisfies WebhookSample;

export const pagerdutyTriggered = {
  payload: {
    event: {
      event_type: 'incident.triggered',
      agent: { summary: 'Dome sensor', html_url: 'https://lyra.pagerduty.com/users/P1' },
      data: {
        number: 17,
        title: 'The shutters do not close',
        html_url: 'https://lyra.pagerduty.com/incidents/Q17',
        service: { summary: 'Dome', html_url: 'https://lyra.pagerduty.com/services/S1' },
        assignees: [{ summary: 'Mateo Quispe', html_url: 'https://lyra.pagerduty.com/users/P2' }],
      },
    },
  },
} satisfies WebhookSample;

export const uptimeDown = {
  payload: {
    alert_type_friendly_name: 'Down',
    monitor_friendly_name: 'Star map',
    monitor_url: 'https://map.example.org',
    alert_details: 'Connection timeout',
    alert_friendly_duration: '',
  },
} satisfies WebhookSample;

export const uptimeUp = {
  payload: {
    ...uptimeDown.payload,
    alert_type_friendly_name: 'Up',
    alert_details: 'HTTP 200 - OK',
    alert_friendly_duration: '4 minutes and 10 seconds',
  },
} satisfies WebhookSample;

export const grafanaSamples = [grafanaFiring] satisfies readonly WebhookSample[];
export const alertmanagerSamples = [alertmanagerAlerts] satisfies readonly WebhookSample[];
export const sentrySamples = [sentryError, sentryIssue] satisfies readonly WebhookSample[];
export const pagerdutySamples = [pagerdutyTriggered] satisfies readonly WebhookSample[];
export const uptimerobotSamples = [uptimeDown, uptimeUp] satisfies readonly WebhookSample[];
