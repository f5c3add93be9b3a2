import type { DeskAct } from '../act.ts';
import { orderActs } from './order-acts.ts';
import { peopleActs } from './people-acts.ts';
import { supplyActs } from './supply-acts.ts';

/** Everything that can be done at the desk. */
export const deskActs: readonly DeskAct[] = [...orderActs, ...supplyActs, ...peopleActs];
