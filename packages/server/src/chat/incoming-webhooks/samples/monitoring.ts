import type { WebhookSample } from '../compose-sample.ts';

/** Samples of monitoring: Datadog, New Relic, Opsgenie, Pingdom, Uptime Kuma, Statuspage, Zabbix and Rollbar. */

export const datadogTriggered = {
  payload: {
    id: '7218840113',
    event_type: 'query_alert_monitor',
    title: '[P2] [Triggered on {host:archive-2}] Disk of the archive is almost full',
    body: '%%%\nOnly 4 GB are left on archive-2.\n\nThe metric value was 0.04.\n%%%',
    date: '1772488800000',
    last_updated: '1772488800000',
    org: { id: '4411', name: 'Lyra observatory' },
    link: 'https://app.datadoghq.com/event/event?id=7218840113',
  },
} satisfies WebhookSample;

export const newrelicActivated = {
  payload: {
    id: '5d0f6c2e-77aa-4c1b-9ed0-1b8a12c3aa01',
    issueUrl: 'https://radar-api.service.newrelic.com/accounts/1/issues/5d0f6c2e',
    title: 'Response time of the star map is above 2 seconds',
    priority: 'CRITICAL',
    impactedEntities: ['star-map', 'tile-cache'],
    totalIncidents: 1,
    state: 'ACTIVATED',
    trigger: 'STATE_CHANGE',
    isCorrelated: false,
    createdAt: 1_772_488_800_000,
    updatedAt: 1_772_488_860_000,
    sources: ['newrelic'],
    alertPolicyNames: ['Visitors'],
    alertConditionNames: ['Slow pages'],
    workflowName: 'Night shift',
  },
} satisfies WebhookSample;

export const opsgenieCreated = {
  payload: {
    action: 'Create',
    alert: {
      alertId: '2f7c1d60-54be-4d1c-9e73-6dd1ac0c5f11-1772488800000',
      tinyId: '58',
      message: 'The cooling of the camera failed',
      description: 'The sensor is at -12 °C instead of -90 °C.',
      source: 'camera-2',
      entity: 'Spectrograph',
      priority: 'P1',
      tags: ['camera', 'cooling'],
      createdAt: 1_772_488_800_000,
      username: 'Dome sensor',
    },
    source: { name: '', type: 'web' },
    integrationName: 'Night shift',
  },
} satisfies WebhookSample;

export const opsgenieClosed = {
  payload: {
    ...opsgenieCreated.payload,
    action: 'Close',
    alert: { ...opsgenieCreated.payload.alert, username: 'mateo@lyra.example.org' },
  },
} satisfies WebhookSample;

export const pingdomDown = {
  payload: {
    check_id: 4021,
    check_name: 'Tickets',
    check_type: 'HTTP',
    check_params: { full_url: 'https://tickets.example.org/', hostname: 'tickets.example.org', port: 443 },
    tags: ['visitors'],
    previous_state: 'UP',
    current_state: 'DOWN',
    importance_level: 'HIGH',
    state_changed_timestamp: 1_772_488_800,
    description: 'HTTP error 503',
    long_description: 'HTTP error 503: Service Unavailable',
    first_probe: { ip: '192.0.2.14', location: 'Stockholm, Sweden' },
  },
} satisfies WebhookSample;

export const uptimekumaDown = {
  payload: {
    heartbeat: {
      monitorID: 3,
      status: 0,
      time: '2026-03-02 22:00:00.000',
      msg: 'connect ECONNREFUSED 192.0.2.30:443',
      important: true,
      duration: 60,
    },
    monitor: { id: 3, name: 'Weather station', url: 'https://weather.example.org', type: 'http' },
    msg: '[Weather station] [🔴 Down] connect ECONNREFUSED 192.0.2.30:443',
  },
} satisfies WebhookSample;

export const statuspageIncident = {
  payload: {
    meta: { unsubscribe: 'https://status.example.org/?unsubscribe=s1' },
    page: { id: 'p7', status_indicator: 'major', status_description: 'Partial outage' },
    incident: {
      id: 'i42',
      name: 'Tiles of the star map load slowly',
      status: 'investigating',
      impact: 'major',
      shortlink: 'https://stspg.example.org/i42',
      incident_updates: [
        { id: 'u1', status: 'investigating', body: 'We are looking for the cause.', incident_id: 'i42' },
      ],
    },
  },
} satisfies WebhookSample;

export const statuspageComponent = {
  payload: {
    page: { id: 'p7', status_indicator: 'none' },
    component_update: { old_status: 'partial_outage', new_status: 'operational', component_id: 'c3' },
    component: { id: 'c3', name: 'Ticket shop', status: 'operational' },
  },
} satisfies WebhookSample;

export const zabbixProblem = {
  payload: {
    hostname: 'guider-1',
    trigger: 'The load is too high',
    status: 'PROBLEM',
    severity: 'High',
    item: 'Load of the last minute: 17.2',
    link: 'https://zabbix.example.org/tr_events.php?triggerid=12&eventid=300',
  },
} satisfies WebhookSample;

export const rollbarNewItem = {
  payload: {
    event_name: 'new_item',
    data: {
      url: 'https://rollbar.com/lyra/star-map/items/12/',
      item: {
        id: 27_271,
        counter: 12,
        title: 'ValueError: the declination is out of range',
        level: 40,
        environment: 'production',
        total_occurrences: 1,
        last_occurrence: { level: 'error', language: 'python' },
      },
    },
  },
} satisfies WebhookSample;

export const datadogSamples = [datadogTriggered] satisfies readonly WebhookSample[];
export const newrelicSamples = [newrelicActivated] satisfies readonly WebhookSample[];
export const opsgenieSamples = [opsgenieCreated, opsgenieClosed] satisfies readonly WebhookSample[];
export const pingdomSamples = [pingdomDown] satisfies readonly WebhookSample[];
export const uptimekumaSamples = [uptimekumaDown] satisfies readonly WebhookSample[];
export const statuspageSamples = [statuspageIncident, statuspageComponent] satisfies readonly WebhookSample[];
export const zabbixSamples = [zabbixProblem] satisfies readonly WebhookSample[];
export const rollbarSamples = [rollbarNewItem] satisfies readonly WebhookSample[];
