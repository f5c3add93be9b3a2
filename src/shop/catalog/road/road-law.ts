type YearDay = { month: number; day: number };

/** A period of every year, first and last day included. It may run over New Year. */
export type Period = { from: YearDay; to: YearDay };

export const lawCheckedOn = '2026-11-21';

/** `source`: the regulation; `since`: the day from which the rule applies, null: not recorded. */
type Rule = {
  source: string;
  since: string | null;
};

const regulation42 = 'Majandus- ja kommunikatsiooniministri määrus nr 42, 13.06.2011';

/** Estonian rules for tires, last compared with their sources on `lawCheckedOn`. A test compares the FAQ with them. */
export const roadLaw = {
  /** Cars, vans up to 3.5 t, their trailers, and (since December 2019) light quadricycles and ATVs must have winter tires. */
  winterTires: {
    source: regulation42,
    since: null,
    vehicles: ['M1', 'N1', 'O2', 'L6e', 'L7e'],
    obligatory: { from: { month: 12, day: 1 }, to: { month: 3, day: 1 } },
  },
  /** When studded tires may be used (`inWintryConditions`: only on wintry roads); all wheels must have them. */
  studs: {
    source: regulation42,
    since: null,
    allowed: { from: { month: 10, day: 15 }, to: { month: 3, day: 31 } },
    inWintryConditions: { from: { month: 10, day: 1 }, to: { month: 4, day: 30 } },
    wheels: 4,
  },
  /** A tire without studs is a winter tire only with this mark; M+S is no longer enough, except for off-road tires (POR). */
  snowMark: { source: regulation42, since: '2022-12-01', mark: '3PMSF', exempt: 'POR' },
  tread: { source: regulation42, since: null, winterMm: 3, summerMm: 1.6 },
  /** The speed symbol of a winter tire may be lower than the car requires, but not below this one. */
  winterSpeed: { source: regulation42, since: null, minSymbol: 'Q' },
} as const satisfies Record<string, Rule & Record<string, unknown>>;

export function isWithin(day: string, { from, to }: Period): boolean {
  const monthAndDay = Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));
  const [start, end] = [from.month * 100 + from.day, to.month * 100 + to.day];
  const runsOverNewYear = start > end;
  if (runsOverNewYear) return monthAndDay >= start || monthAndDay <= end;
  return monthAndDay >= start && monthAndDay <= end;
}
