/** Thrown where this server lacks something that a rule needs: the rule is skipped. */
export class NotAsked extends Error {}
