import type { ComponentType } from 'react';
import type { LetterKind } from '../letter.ts';
import type { BodyProps } from './body.ts';
import { BranchOrder } from './branch-order.tsx';
import { BranchOver } from './branch-over.tsx';
import { BranchWithdrawal } from './branch-withdrawal.tsx';
import { Cancelled } from './cancelled.tsx';
import { Expired } from './expired.tsx';
import { Paid } from './paid.tsx';
import { Placed } from './placed.tsx';
import { Ready } from './ready.tsx';
import { Refunded } from './refunded.tsx';
import { Withdrawal } from './withdrawal.tsx';

/** The text of each kind of letter. */
export const bodies: Record<LetterKind, ComponentType<BodyProps>> = {
  placed: Placed,
  paid: Paid,
  ready: Ready,
  cancelled: Cancelled,
  expired: Expired,
  refunded: Refunded,
  withdrawal: Withdrawal,
  'branch-order': BranchOrder,
  'branch-over': BranchOver,
  'branch-withdrawal': BranchWithdrawal,
};
