/** What a double has taken and given back of one payment, in cents. */
export type Taken = {
  ref: string;
  /** What the shop called it. */
  merchantRef: string;
  /** `abandoned`: its time is over. `over`: nothing comes of it. */
  status: 'open' | 'settling' | 'paid' | 'abandoned' | 'over';
  paid: number;
  returned: number;
  /** Ids of refunds that are on their way. */
  refundsUnderWay: string[];
};
