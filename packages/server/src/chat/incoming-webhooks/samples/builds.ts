import type { WebhookSample } from '../compose-sample.ts';

/** Samples of builds and deployments: Jenkins, Travis CI, Buildkite, Netlify, Vercel, Heroku, Docker Hub and SonarQube. */

const COMMIT = '4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa';
const SUBJECT = 'Draw the constellation of Lyra';

export const jenkinsFinalized = {
  payload: {
    name: 'telescope',
    display_name: 'telescope',
    url: 'job/telescope/',
    build: {
      full_url: 'https://jenkins.example.org/job/telescope/18/',
      number: 18,
      phase: 'FINALIZED',
      status: 'FAILURE',
      url: 'job/telescope/18/',
      duration: 250_300,
      scm: { url: 'https://git.example.org/telescope.git', branch: 'origin/satellites', commit: COMMIT },
      artifacts: {},
    },
  },
} satisfies WebhookSample;

export const travisFixed = {
  payload: {
    id: 8801,
    number: '204',
    type: 'push',
    state: 'passed',
    status_message: 'Fixed',
    branch: 'main',
    commit: COMMIT,
    message: SUBJECT,
    compare_url: 'https://github.com/lyra-observatory/star-map/compare/aa11...bb22',
    build_url: 'https://app.travis-ci.com/lyra-observatory/star-map/builds/8801',
    author_name: 'Amara Okonkwo',
    duration: 95,
    repository: { id: 4, name: 'star-map', owner_name: 'lyra-observatory' },
  },
} satisfies WebhookSample;

export const buildkiteFinished = {
  headers: { 'X-Buildkite-Event': 'build.finished' },
  payload: {
    event: 'build.finished',
    build: {
      id: '01h-lyra-64',
      web_url: 'https://buildkite.com/lyra/star-map/builds/64',
      number: 64,
      state: 'passed',
      message: SUBJECT,
      commit: COMMIT,
      branch: 'planets',
      creator: { name: 'Iris Lindqvist' },
      started_at: '2026-03-02 22:00:00 UTC',
      finished_at: '2026-03-02 22:03:20 UTC',
    },
    pipeline: { name: 'star-map', slug: 'star-map' },
    sender: { name: 'Iris Lindqvist' },
  },
} satisfies WebhookSample;

export const netlifyReady = {
  headers: { 'X-Netlify-Event': 'deploy_created' },
  payload: {
    id: '65e3lyra',
    site_id: 'b7d1',
    name: 'open-nights',
    state: 'ready',
    branch: 'main',
    context: 'production',
    url: 'https://open-nights.example.org',
    admin_url: 'https://app.netlify.com/sites/open-nights',
    deploy_ssl_url: 'https://65e3lyra--open-nights.netlify.app',
    title: 'Add the dates of spring',
    commit_ref: COMMIT,
    commit_url: `https://github.com/lyra-observatory/open-nights/commit/${COMMIT}`,
    committer: 'amara-o',
    deploy_time: 41,
  },
} satisfies WebhookSample;

export const vercelSucceeded = {
  payload: {
    id: 'evt_lyra31',
    type: 'deployment.succeeded',
    createdAt: 1_772_488_800_000,
    region: 'arn1',
    payload: {
      name: 'moon-phases',
      target: 'production',
      plan: 'pro',
      project: { id: 'prj_m00n' },
      deployment: {
        id: 'dpl_31',
        name: 'moon-phases',
        url: 'moon-phases-31.vercel.app',
        meta: {
          githubCommitRef: 'main',
          githubCommitSha: COMMIT,
          githubCommitMessage: 'Show the age of the moon',
          githubCommitAuthorName: 'Mateo Quispe',
        },
      },
      links: {
        deployment: 'https://vercel.com/lyra/moon-phases/31',
        project: 'https://vercel.com/lyra/moon-phases',
      },
    },
  },
} satisfies WebhookSample;

export const herokuRelease = {
  payload: {
    id: 'a3f0-lyra',
    action: 'update',
    resource: 'release',
    actor: { id: 'u1', email: 'iris@lyra.example.org' },
    data: {
      id: 'r9',
      app: { id: 'a1', name: 'ticket-shop' },
      description: 'Deploy 4f1d9c07',
      slug: { commit: COMMIT },
      status: 'succeeded',
      user: { id: 'u1', email: 'iris@lyra.example.org' },
      version: 27,
    },
    previous_data: { status: 'pending' },
    version: 'application/vnd.heroku+json; version=3',
  },
} satisfies WebhookSample;

export const dockerhubPush = {
  payload: {
    callback_url: 'https://registry.hub.docker.com/u/lyra/guider/hook/1/',
    push_data: { pushed_at: 1_772_488_800, pusher: 'mateoq', tag: '2.4.0' },
    repository: {
      name: 'guider',
      namespace: 'lyra',
      repo_name: 'lyra/guider',
      repo_url: 'https://hub.docker.com/r/lyra/guider',
      is_private: false,
    },
  },
} satisfies WebhookSample;

export const sonarqubeFailed = {
  payload: {
    serverUrl: 'https://sonar.example.org',
    taskId: 'AY-lyra-7',
    status: 'SUCCESS',
    analysedAt: '2026-03-02T22:00:00+0000',
    revision: COMMIT,
    project: { key: 'star-map', name: 'star-map', url: 'https://sonar.example.org/dashboard?id=star-map' },
    branch: {
      name: 'planets',
      type: 'BRANCH',
      isMain: false,
      url: 'https://sonar.example.org/dashboard?id=star-map&branch=planets',
    },
    qualityGate: {
      name: 'Lyra way',
      status: 'ERROR',
      conditions: [
        {
          metric: 'new_coverage',
          operator: 'LESS_THAN',
          value: '61.5',
          status: 'ERROR',
          errorThreshold: '80',
        },
        { metric: 'new_bugs', operator: 'GREATER_THAN', value: '0', status: 'OK', errorThreshold: '0' },
      ],
    },
    properties: {},
  },
} satisfies WebhookSample;

export const jenkinsSamples = [jenkinsFinalized] satisfies readonly WebhookSample[];
export const travisSamples = [travisFixed] satisfies readonly WebhookSample[];
export const buildkiteSamples = [buildkiteFinished] satisfies readonly WebhookSample[];
export const netlifySamples = [netlifyReady] satisfies readonly WebhookSample[];
export const vercelSamples = [vercelSucceeded] satisfies readonly WebhookSample[];
export const herokuSamples = [herokuRelease] satisfies readonly WebhookSample[];
export const dockerhubSamples = [dockerhubPush] satisfies readonly WebhookSample[];
export const sonarqubeSamples = [sonarqubeFailed] satisfies readonly WebhookSample[];
