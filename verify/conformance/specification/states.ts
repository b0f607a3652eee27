import { must, type Section } from './requirement.ts';

export const states: readonly Section[] = [
  {
    id: 'S3',
    title: 'States and transitions',
    requirements: [
      must('S3.1', 'A user is active or not.', 'ACT-1', 'ACT-17', 'USR-32'),
      must(
        'S3.2',
        "A user's role moves between the five values.",
        'SPU-20',
        'SPU-21',
        'SPU-22',
        'SPU-23',
        'SPU-24',
      ),
      must('S3.3', 'Only owners add or remove the owner role.', 'UPD-19', 'UPD-20'),
      must('S3.4', 'The only owner cannot lose the role.', 'UPD-21'),
      must('S3.5', 'A guest cannot become an administrator.', 'UPD-24'),
      must('S3.6', 'A client reports presence as `idle` or `active`.', 'PRE-2', 'SPP-4'),
      must('S3.7', 'Muting a topic succeeds without any message in it.', 'TM-1'),
      must('S3.8', 'Muting a muted topic succeeds.', 'TM-3'),
      must('S3.9', 'Unmuting a topic that is not muted succeeds.', 'TM-4'),
      must('S3.10', "A send reports a change of the topic's visibility to followed.", 'SEND-21'),
      must('S3.11', "A send reports a change of the topic's visibility to unmuted.", 'SPM-14'),
      must('S3.12', 'A flag update with `add` sets the flag on the messages of the range.', 'FLN-2', 'SPN-9'),
      must(
        'S3.13',
        'A flag update with `remove` clears the flag on the messages of the range.',
        'SPN-10',
        'SPN-11',
      ),
      must('S3.14', '`updated_count` counts the messages whose flag changed.', 'FLN-2', 'FLN-3', 'SPN-12'),
      must(
        'S3.15',
        'Subscribing to an unused name creates the channel with the given initial settings.',
        'SUB-1',
        'SUB-16',
        'SPC-2',
      ),
      must(
        'S3.16',
        'The topics policy of a channel is one of four words.',
        'SPC-18',
        'SPC-19',
        'SPC-20',
        'SPC-21',
        'SUB-22',
      ),
      must(
        'S3.17',
        'A channel becomes `empty_topic_only` when all its messages are in the empty topic.',
        'SPC-40',
      ),
      must(
        'S3.18',
        'A channel with a message in another topic does not become `empty_topic_only`.',
        'SPC-41',
      ),
    ],
  },
];
