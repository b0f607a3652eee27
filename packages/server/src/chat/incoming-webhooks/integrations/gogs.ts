import { giteaFamily } from '../gitea-family.ts';

export const gogs = giteaFamily(
  {
    name: 'gogs',
    displayName: 'Gogs',
    about: 'Posts pushes, new branches, pull requests, issues, comments and releases.',
    setup:
      'In the settings of the repository choose Webhooks, then add a webhook of the kind Gogs. Paste the address as payload URL.',
  },
  { event: 'X-Gogs-Event', delivery: 'x-gogs-delivery', signature: 'X-Gogs-Signature' },
);
