import type { ActivityId } from './activities.ts';

/**
 * `personal`: erased after the retention of its activity. `linked`: kept when the name is erased. `secret`: erased, never exported. `says`:
 * a description of the content.
 */
export type Column = { kind: 'personal' | 'linked' | 'secret'; says: string; activity: ActivityId };

const columns =
  (kind: Column['kind']) =>
  (activity: ActivityId, says: string): Column => ({ kind, says, activity });

export const personal = columns('personal');
export const linked = columns('linked');
export const secret = columns('secret');
