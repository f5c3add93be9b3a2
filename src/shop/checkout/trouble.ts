export const troubleKinds = [
  'dead-jobs',
  'failing-jobs',
  'findings',
  'late-refunds',
  'stock-drift',
  'price-list',
  'reviews',
  'disk',
] as const;

/** Something that a person has to see to. */
export type Trouble = {
  kind: (typeof troubleKinds)[number];
  /** Of what, where there may be several of a kind: a supplier, a machine. Empty: there is but one. */
  of: string;
  /** How many are concerned. */
  count: number;
  /** What exactly, a line each. */
  details: string[];
};

/** Under which name a trouble is remembered. */
export const troubleKey = ({ kind, of }: Trouble): string => `${kind} ${of}`.trim();
