import type { ActivityId } from './activities.ts';

/** `personal`: erased after its activity's time. `linked`: kept without the name. `secret`: erased, never exported. */
export type Column = { kind: 'personal' | 'linked' | 'secret'; says: string; activity: ActivityId };

const columns =
  (kind: Column['kind']) =>
  (activity: ActivityId, says: string): Column => ({ kind, says, activity });

export const personal = columns('personal');
export const linked = columns('linked');
export const secret = columns('secret');
