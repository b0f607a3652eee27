import { must, type Section } from './requirement.ts';

export const conventions: readonly Section[] = [
  {
    id: 'S1',
    title: 'Conventions of every operation',
    requirements: [
      must(
        'S1.1',
        'POST, PATCH and DELETE requests carry their parameters as form fields.',
        'PAR-1',
        'PAR-4',
        'PAR-5',
      ),
      must('S1.2', 'GET requests carry their parameters in the query string.', 'SPG-1'),
      must(
        'S1.3',
        'A list or object parameter is JSON text in its field, and other text is refused.',
        'PAR-16',
        'PAR-17',
        'PAR-31',
        'DRF-8',
      ),
      must(
        'S1.4',
        'Every response body is a JSON object with the strings `result` and `msg`.',
        'ENV-1',
        'ENV-2',
        'ENV-5',
        'SPG-2',
      ),
      must(
        'S1.5',
        'The `result` of a success is `success`, its `msg` is empty, and it has no `code`.',
        'ENV-1',
        'ENV-7',
      ),
      must(
        'S1.6',
        'A success lists unsupported parameters in `ignored_parameters_unsupported` and leaves the field out when there are none.',
        'ENV-8',
        'ENV-9',
        'ENV-10',
        'ENV-19',
        'ENV-21',
        'ENV-22',
      ),
      must(
        'S1.7',
        'A failure has `result` = `error`, a readable `msg` and a string `code`.',
        'ENV-2',
        'SPG-2',
      ),
      must('S1.8', 'Extra fields of an error stand beside the three fields of the envelope.', 'ENV-20'),
      must('S1.9', 'No operation answers with the retired result `partially_completed`.', 'SPN-1'),
      must(
        'S1.10',
        'All operations of the specification are reachable below `/api/v1` and nowhere else.',
        'HTTP-4',
        'HTTP-22',
        'SPG-6',
      ),
    ],
  },
];
