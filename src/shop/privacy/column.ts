import type { ActivityId } from './activities.ts';

/** `linked`: personal only with a name, so it stays without one. `secret`: never exported. */
export type Column = { kind: 'personal' | 'linked' | 'secret'; description: string; activity: ActivityId };

const columnOfKind =
  (kind: Column['kind']) =>
  (activity: ActivityId, description: string): Column => ({ kind, description, activity });

export const personal = columnOfKind('personal');
export const linked = columnOfKind('linked');
export const secret = columnOfKind('secret');
