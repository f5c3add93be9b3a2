import type { ActivityId } from './activities.ts';

/** `personal`: erased after the retention of its activity. `linked`: says nothing about a person without the name, so it
 * stays when the name is erased, unless the row is deleted. `secret`: erased like `personal`, and never exported. */
export type Column = { kind: 'personal' | 'linked' | 'secret'; description: string; activity: ActivityId };

const columnOfKind =
  (kind: Column['kind']) =>
  (activity: ActivityId, description: string): Column => ({ kind, description, activity });

export const personal = columnOfKind('personal');
export const linked = columnOfKind('linked');
export const secret = columnOfKind('secret');
