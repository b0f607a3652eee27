/** Facts that decide which first steps a new user sees. */
export type FirstFacts = {
  readonly isOwner: boolean;
  readonly hasPicture: boolean;
  /** Users besides bots. */
  readonly people: number;
  /** The user has written in a topic. */
  readonly hasWritten: boolean;
  readonly mayNotify: boolean;
};

export type FirstStep = {
  readonly id: 'join' | 'picture' | 'invite' | 'topic' | 'hello' | 'notifications';
  readonly isDone: boolean;
};

/** The list of a new user, or nothing when it is done. */
export function firstSteps(facts: FirstFacts): readonly FirstStep[] {
  const steps = facts.isOwner ? ownerSteps(facts) : memberSteps(facts);
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

function ownerSteps({ hasPicture, people, hasWritten, mayNotify }: FirstFacts): readonly FirstStep[] {
  return [
    { id: 'picture', isDone: hasPicture },
    { id: 'invite', isDone: people > 1 },
    { id: 'topic', isDone: hasWritten },
    { id: 'notifications', isDone: mayNotify },
  ];
}

/** A member who has written knows the way. */
function memberSteps({ hasPicture, hasWritten }: FirstFacts): readonly FirstStep[] {
  if (hasWritten) return [];
  return [
    { id: 'join', isDone: true },
    { id: 'hello', isDone: false },
    { id: 'picture', isDone: hasPicture },
  ];
}
