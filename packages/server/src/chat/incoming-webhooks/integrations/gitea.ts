import { giteaFamily } from '../gitea-family.ts';

/** Gitea and Forgejo, which sends the same headers. */
export const gitea = giteaFamily(
  {
    name: 'gitea',
    displayName: 'Gitea',
    about: 'Posts pushes, new branches, pull requests, issues, comments and releases of Gitea and Forgejo.',
    setup:
      'In the settings of the repository choose Webhooks, then add a webhook of the kind Gitea. Paste the address as target URL.',
  },
  { event: 'X-Gitea-Event', delivery: 'x-gitea-delivery', signature: 'X-Gitea-Signature' },
);
