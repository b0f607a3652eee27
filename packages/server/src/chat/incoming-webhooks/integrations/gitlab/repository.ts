import { branchTopic } from '../../git-hosts.ts';
import type { EventTable, WebhookDelivery } from '../../integration.ts';
import { bullets, code, link, paragraphs, plain, quote } from '../../markdown.ts';
import type { PayloadObject } from '../../payload-object.ts';
import { project, projectUrl, pushed, pushedTag, pushTopic, refTopic, user } from './subjects.ts';

type Delivery = WebhookDelivery;

/** Jobs that a message about a pipeline lists. */
const MAX_LISTED_JOBS = 30;

const wiki = (verb: string) => ({
  topic: project,
  text: (d: Delivery) => {
    const page = link(d.payload.text('object_attributes.title'), d.payload.textIf('object_attributes.url'));
    return `${user(d)} ${verb} the wiki page ${page}.`;
  },
});

const job = { topic: jobTopic, text: jobText };

const emoji = (verb: string) => ({
  topic: project,
  text: (d: Delivery) => {
    const { payload } = d;
    const name = plain(payload.text('object_attributes.name'));
    const on = link(
      (payload.textIf('object_attributes.awardable_type') ?? 'a comment').toLowerCase(),
      payload.textIf('object_attributes.awarded_on_url'),
    );
    return `${user(d)} ${verb} the emoji :${name}: on ${on}.`;
  },
});

/** Pushes, pipelines and other events of a project. */
export const repositoryTable: EventTable = {
  'Push Hook': { topic: pushTopic, text: pushed },
  'Tag Push Hook': { topic: project, text: pushedTag },
  'Wiki Page Hook create': wiki('created'),
  'Wiki Page Hook update': wiki('updated'),
  'Job Hook': job,
  'Build Hook': job,
  'Pipeline Hook': { topic: refTopic('object_attributes.ref'), text: pipelineText },
  'Release Hook': {
    topic: project,
    text: (d) => {
      const { payload } = d;
      const action = payload.textIf('action') ?? 'create';
      const verb = action === 'create' ? 'New' : action === 'delete' ? 'Deleted' : 'Updated';
      return paragraphs(
        `${verb} release ${link(payload.text('name'), payload.textIf('url'))} for the tag ${code(payload.text('tag'))}.`,
        action === 'create' ? quote(payload.textIf('description')) : '',
      );
    },
  },
  'Feature Flag Hook': {
    topic: project,
    text: (d) => {
      const state = d.payload.flag('object_attributes.active') ? 'on' : 'off';
      return `${user(d)} switched the feature flag ${code(d.payload.text('object_attributes.name'))} ${state}.`;
    },
  },
  'Resource Access Token Hook': {
    topic: (d) => d.payload.textIf('project.name') ?? d.payload.text('group.group_name'),
    text: (d) => {
      const at = d.payload.textIf('object_attributes.expires_at');
      const name = code(d.payload.text('object_attributes.name'));
      return `The access token ${name} expires${at === undefined ? ' soon' : ` on ${plain(at)}`}.`;
    },
  },
  'Deployment Hook': {
    topic: (d) => branchTopic(project(d), d.payload.text('environment')),
    text: (d) => {
      const { payload } = d;
      const state = link(payload.text('status'), payload.textIf('deployable_url'));
      return `The deployment of ${user(d)} to ${code(payload.text('environment'))} is now: ${state}.`;
    },
  },
  'Emoji Hook award': emoji('added'),
  'Emoji Hook revoke': emoji('removed'),
};

function jobTopic(delivery: Delivery): string {
  return branchTopic(project(delivery), delivery.payload.text('ref'));
}

function jobText(delivery: Delivery): string {
  const { payload } = delivery;
  const name = plain(payload.text('build_name'));
  const id = payload.textIf('build_id');
  const home = projectUrl(delivery);
  const url = home === undefined || id === undefined ? undefined : `${home}/-/jobs/${id}`;
  return `The job ${link(name, url)} of stage ${code(payload.text('build_stage'))} is now: ${statusText(payload.text('build_status'))}.`;
}

function pipelineText(delivery: Delivery): string {
  const { payload } = delivery;
  const id = payload.number('object_attributes.id');
  const home = projectUrl(delivery);
  const url =
    payload.textIf('object_attributes.url') ?? (home === undefined ? undefined : `${home}/-/pipelines/${id}`);
  const jobs = payload.listIf('builds') ?? [];
  const rest = jobs.length - MAX_LISTED_JOBS;
  return paragraphs(
    `The ${link(`pipeline (${id})`, url)} of ${code(payload.text('object_attributes.ref'))} is now: ${statusText(payload.text('object_attributes.status'))}.`,
    bullets(jobs.slice(0, MAX_LISTED_JOBS).map((each) => pipelineJob(each, home))),
    rest > 0 ? `and ${rest} more` : '',
  );
}

function pipelineJob(each: PayloadObject, home: string | undefined): string {
  const id = each.textIf('id');
  const url = home === undefined || id === undefined ? undefined : `${home}/-/jobs/${id}`;
  const artifacts =
    each.has('artifacts_file.filename') && url !== undefined
      ? ` (${link('artifacts', `${url}/artifacts/browse`)})`
      : '';
  return `${link(each.text('name'), url)}: ${statusText(each.text('status'))}${artifacts}`;
}

function statusText(status: string): string {
  return plain(status).replaceAll('_', ' ');
}
