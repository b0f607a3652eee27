import { commentText, commitLine } from '../../git-hosts.ts';
import type { EventTable, WebhookDelivery } from '../../integration.ts';
import { bullets, code, link, paragraphs, plain, quote } from '../../markdown.ts';
import { pushedCommits, pushedTag, pushTopic, repositoryName, sender } from './subjects.ts';

type Delivery = WebhookDelivery;

const topic = repositoryName;

/** Events of a repository, its files and its settings. */
export const repositoryTable: EventTable = {
  push_commits: { topic: pushTopic, text: pushedCommits },
  push_tags: { topic, text: pushedTag },
  commit_comment: {
    topic,
    text: (d) => {
      const { payload } = d;
      const hash = payload.text('comment.commit_id');
      const repository = payload.textIf('repository.html_url');
      const url = repository === undefined ? undefined : `${repository}/commit/${encodeURIComponent(hash)}`;
      return commentText(
        sender(d),
        payload.textIf('comment.html_url'),
        link(hash.slice(0, 7), url),
        payload.textIf('comment.body'),
      );
    },
  },
  create: {
    topic,
    text: (d) => `${sender(d)} created the ${refKind(d)} ${code(d.payload.text('ref'))}.`,
  },
  delete: {
    topic,
    text: (d) => `${sender(d)} deleted the ${refKind(d)} ${code(d.payload.text('ref'))}.`,
  },
  fork: {
    topic,
    text: (d) =>
      `${sender(d)} forked the repository as ${link(d.payload.text('forkee.full_name'), d.payload.textIf('forkee.html_url'))}.`,
  },
  gollum: {
    topic: (d) => `${repositoryName(d)} / wiki pages`,
    text: (d) =>
      paragraphs(
        `${sender(d)} changed the wiki:`,
        bullets(
          d.payload
            .list('pages')
            .map(
              (page) => `${plain(page.text('action'))} ${link(page.text('title'), page.textIf('html_url'))}`,
            ),
        ),
      ),
  },
  member: {
    topic,
    text: (d) => {
      const [action, login] = [d.payload.text('action'), d.payload.text('member.login')];
      return `${sender(d)} ${plain(action)} ${d.userCalled(login)} as a collaborator of ${repositoryLink(d)}.`;
    },
  },
  page_build: {
    topic,
    text: (d) => {
      const error = d.payload.textIf('build.error.message') ?? '';
      return paragraphs(`The build of the pages is ${plain(d.payload.text('build.status'))}.`, quote(error));
    },
  },
  ping: {
    topic: (d) => d.payload.textIf('repository.name') ?? d.payload.textIf('organization.login') ?? 'GitHub',
    text: (d) => {
      const name = d.payload.textIf('repository.name') ?? d.payload.textIf('organization.login') ?? 'GitHub';
      return `The webhook of ${plain(name)} works.`;
    },
  },
  public: { topic, text: (d) => `${sender(d)} made the repository ${repositoryLink(d)} public.` },
  release: {
    topic,
    text: (d) => {
      const { payload } = d;
      const tag = payload.text('release.tag_name');
      const name = payload.textIf('release.name') ?? '';
      const action = payload.text('action');
      return paragraphs(
        `${sender(d)} ${plain(action)} the release ${link(name === '' ? tag : name, payload.textIf('release.html_url'))} for the tag ${code(tag)}.`,
        action === 'published' || action === 'released' ? quote(payload.textIf('release.body')) : '',
      );
    },
  },
  repository: {
    topic,
    text: (d) => `${sender(d)} ${plain(d.payload.text('action'))} the repository ${repositoryLink(d)}.`,
  },
  repository_advisory: {
    topic,
    text: (d) => {
      const { payload } = d;
      const advisory = payload.object('repository_advisory');
      return paragraphs(
        `${sender(d)} ${plain(payload.text('action'))} the security advisory ${link(advisory.text('summary'), advisory.textIf('html_url'))} (severity ${plain(advisory.textIf('severity') ?? 'unknown')}).`,
        quote(advisory.textIf('description')),
      );
    },
  },
  star: {
    topic,
    text: (d) =>
      `${sender(d)} ${d.payload.text('action') === 'deleted' ? 'removed a star from' : 'starred'} ${repositoryLink(d)}.`,
  },
  watch: { topic, text: (d) => `${sender(d)} watches ${repositoryLink(d)}.` },
  status: {
    topic,
    text: (d) => {
      const { payload } = d;
      const commit = commitLine({
        hash: payload.text('sha'),
        message: payload.textIf('commit.commit.message') ?? '',
        url: payload.textIf('commit.html_url'),
      });
      const state = link(payload.text('state'), payload.textIf('target_url'));
      return `${plain(payload.text('context'))} reports ${state} for the commit ${commit}.`;
    },
  },
  check_run: {
    topic: (d) => `${repositoryName(d)} / checks`,
    text: (d) => {
      const run = d.payload.object('check_run');
      const outcome = plain(run.textIf('conclusion') ?? 'unknown').replaceAll('_', ' ');
      return `The check ${link(run.text('name'), run.textIf('html_url'))} of commit ${code(run.text('head_sha').slice(0, 7))} completed: ${outcome}.`;
    },
  },
  deployment: {
    topic: deploymentTopic,
    text: (d) => `${sender(d)} started a deployment to ${code(d.payload.text('deployment.environment'))}.`,
  },
  deployment_status: {
    topic: deploymentTopic,
    text: (d) => {
      const state = link(
        d.payload.text('deployment_status.state'),
        d.payload.textIf('deployment_status.target_url'),
      );
      return `The deployment to ${code(d.payload.text('deployment.environment'))} is now: ${state}.`;
    },
  },
};

function refKind({ payload }: Delivery): string {
  return payload.text('ref_type') === 'tag' ? 'tag' : 'branch';
}

export function repositoryLink({ payload }: Pick<Delivery, 'payload'>): string {
  return link(payload.text('repository.full_name'), payload.textIf('repository.html_url'));
}

function deploymentTopic(delivery: Delivery): string {
  return `${repositoryName(delivery)} / deployment ${delivery.payload.text('deployment.environment')}`;
}
