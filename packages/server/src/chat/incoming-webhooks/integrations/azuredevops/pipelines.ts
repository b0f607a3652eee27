import { buildText } from '../../builds.ts';
import { durationBetween } from '../../durations.ts';
import { branchOf } from '../../git-hosts.ts';
import type { EventTemplate } from '../../integration.ts';

export const buildTemplate: EventTemplate = {
  topic: ({ payload }) => payload.text('resource.definition.name'),
  text: ({ payload }) => {
    const build = payload.object('resource');
    return buildText({
      name: `Build ${build.text('buildNumber')}`,
      url: build.textIf('_links.web.href'),
      status: build.textIf('result') ?? build.text('status'),
      branch: branchOf(build.textIf('sourceBranch') ?? ''),
      duration: durationBetween(build.textIf('startTime'), build.textIf('finishTime')),
      author:
        build.textIf('requestedFor.displayName') ??
        build.listIf('requests')?.[0]?.textIf('requestedFor.displayName'),
    });
  },
};

export const runTemplate: EventTemplate = {
  topic: ({ payload }) =>
    payload.textIf('resource.pipeline.name') ?? payload.text('resource.run.pipeline.name'),
  text: ({ payload }) => {
    const run = payload.object('resource.run');
    return buildText({
      name: `Run ${run.text('name')}`,
      url: run.textIf('_links.web.href'),
      status: run.textIf('result') ?? run.text('state'),
      duration: durationBetween(run.textIf('createdDate'), run.textIf('finishedDate')),
    });
  },
};

export const releaseTemplate: EventTemplate = {
  topic: ({ payload }) =>
    payload.textIf('resource.environment.releaseDefinition.name') ?? payload.text('resource.project.name'),
  text: ({ payload }) => {
    const environment = payload.object('resource.environment');
    return buildText({
      name: `Deployment of ${environment.text('release.name')} to ${environment.text('name')}`,
      url: environment.textIf('release._links.web.href'),
      status: environment.text('status'),
    });
  },
};
