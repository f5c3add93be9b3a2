import { personal } from './column.ts';

/** What names employees besides the orders; the other columns of these tables say nothing of a person. */
export const staffColumns = {
  stock_changes: { actor: personal('staff', 'who counted') },
  imports: {
    actor: personal('staff', 'who imported a price list'),
    undone_by: personal('staff', 'who took it back'),
  },
};
