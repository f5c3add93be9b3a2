import type { ActivityId } from './activities.ts';

/**
 * What a column says of a person. `personal`: emptied, or its row deleted, when the time of its activity is over;
 * `linked`: belongs to a person only as long as the name does, and stays; `secret`: as `linked`, and handed to nobody.
 */
export type Column = { kind: 'personal' | 'linked' | 'secret'; says: string; activity: ActivityId };

const columns =
  (kind: Column['kind']) =>
  (activity: ActivityId, says: string): Column => ({ kind, says, activity });

export const personal = columns('personal');
export const linked = columns('linked');
export const secret = columns('secret');
