import type { Integration } from '../integration.ts';
import { code, link, plain } from '../markdown.ts';

export const dockerhub: Integration = {
  name: 'dockerhub',
  displayName: 'Docker Hub',
  events: ['push'],
  options: [],
  about: 'Posts images that are pushed to a repository, with their tag.',
  setup: 'In the repository choose Webhooks, and create one with the address as webhook URL.',
  compose: ({ payload }) => {
    const name = payload.textIf('repository.repo_name') ?? payload.text('repository.name');
    const tag = code(payload.text('push_data.tag'));
    const repository = link(name, payload.textIf('repository.repo_url'));
    const user = plain(payload.textIf('push_data.pusher') ?? 'A user');
    return [
      {
        event: 'push',
        topic: name,
        content: `${user} pushed an image with the tag ${tag} to ${repository}.`,
      },
    ];
  },
};
