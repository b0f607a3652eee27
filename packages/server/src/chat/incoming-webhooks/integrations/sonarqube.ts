import { branchTopic, isWantedBranch } from '../git-hosts.ts';
import type { Integration } from '../integration.ts';
import { bullets, code, link, paragraphs, plain, wordsOf } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

export const sonarqube: Integration = {
  name: 'sonarqube',
  displayName: 'SonarQube',
  events: ['passed', 'failed'],
  options: [
    { key: 'branches', label: 'Branches whose analyses are posted, separated by commas', input: 'text' },
  ],
  signature: signedIn('X-Sonar-Webhook-HMAC-SHA256'),
  about:
    'Posts analyses of projects with the outcome of their quality gate, and the conditions that are not met.',
  setup:
    'In the settings of the project choose Webhooks, then create one with the address as URL. SonarCloud has the same page.',
  compose: ({ payload, options }) => {
    const project = payload.text('project.name');
    const branch = payload.textIf('branch.name');
    if (branch !== undefined && !isWantedBranch(options, branch)) return [];
    const isDone = payload.text('status') === 'SUCCESS';
    const isPassed = isDone && payload.textIf('qualityGate.status') !== 'ERROR';
    return [
      {
        event: isPassed ? 'passed' : 'failed',
        topic: branch === undefined ? project : branchTopic(project, branch),
        content: paragraphs(
          `${isPassed ? ':check:' : ':cross_mark:'} ${isDone ? gateText(payload, isPassed) : analysisText(payload)}`,
          bullets(unmet(payload)),
        ),
      },
    ];
  },
};

function projectLink(payload: PayloadObject): string {
  return link(payload.text('project.name'), payload.textIf('branch.url') ?? payload.textIf('project.url'));
}

function gateText(payload: PayloadObject, isPassed: boolean): string {
  const gate = plain(payload.textIf('qualityGate.name') ?? '');
  const named = gate === '' ? 'the quality gate' : `the quality gate ${gate}`;
  return `${projectLink(payload)} ${isPassed ? 'passed' : 'did not pass'} ${named}.`;
}

function analysisText(payload: PayloadObject): string {
  return `The analysis of ${projectLink(payload)} failed.`;
}

/** The conditions of the quality gate that are not met, with the limit of each. */
function unmet(payload: PayloadObject): string[] {
  return (payload.listIf('qualityGate.conditions') ?? [])
    .filter((condition) => condition.textIf('status') === 'ERROR')
    .map((condition) => {
      const [value, limit] = [condition.textIf('value'), condition.textIf('errorThreshold')];
      const operator = condition.textIf('operator') === 'LESS_THAN' ? 'less than' : 'more than';
      const beyond = limit === undefined ? '' : ` (${operator} ${plain(limit)})`;
      return `${code(wordsOf(condition.textIf('metric') ?? 'a metric'))}: ${plain(value ?? 'no value')}${beyond}`;
    });
}
