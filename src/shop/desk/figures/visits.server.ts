import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { Visits } from './figures.ts';

export type PageViews = Tables['page_views'];

const maxReferrersOfDay = 200;
const maxReferrersShown = 50;

/** Adds page views to the stored ones of the same days. Once a day has 200 referrers, further ones are stored as `other`. */
export async function addVisits(db: Kysely<Tables>, counted: readonly PageViews[]): Promise<void> {
  if (counted.length === 0) return;
  await db.transaction().execute(async (trx) => {
    // Without the lock, two processes that write at once would together store more than 200 referrers.
    await sql`select pg_advisory_xact_lock(hashtext('page_views'))`.execute(trx);
    await sql`
      with counted as (
        select * from json_to_recordset(${JSON.stringify(counted)}) as c (day date, page text, referrer text, views integer)
      ), stored as (
        select distinct day, referrer from page_views where day in (select day from counted) and referrer <> ''
      ), unseen as (
        select day, referrer, sum(views) as views from counted
        where referrer <> '' and not exists (select from stored where stored.day = counted.day and stored.referrer = counted.referrer)
        group by day, referrer
      ), ranked as (
        select day, referrer, row_number() over (partition by day order by views desc, referrer) as rank,
          (select count(*) from stored where stored.day = unseen.day) as stored_count
        from unseen
      ), limited as (
        select counted.day, page, views,
          case when stored_count + rank > ${maxReferrersOfDay} then 'other' else counted.referrer end as referrer
        from counted left join ranked on ranked.day = counted.day and ranked.referrer = counted.referrer
      )
      insert into page_views as existing (day, page, referrer, views)
      select day, page, referrer, sum(views) from limited group by 1, 2, 3
      on conflict (day, page, referrer) do update set views = existing.views + excluded.views`.execute(trx);
  });
}

export async function visitsBetween(db: Kysely<Tables>, { from, to }: { from: Day; to: Day }): Promise<Visits> {
  const { rows } = await sql<{ day: Day | null; page: string | null; referrer: string | null; views: number }>`
    select day::text, page, referrer, sum(views)::int8 as views from page_views where day between ${from} and ${to}
    group by grouping sets ((day), (page), (referrer)) order by views desc, day, page, referrer`.execute(db);
  const days = rows.flatMap(({ day, views }) => (day === null ? [] : [{ day, views }]));
  return {
    total: days.reduce((sum, { views }) => sum + views, 0),
    days: days.sort((a, b) => a.day.localeCompare(b.day)),
    pages: rows.flatMap(({ page, views }) => (page === null ? [] : [{ page, views }])),
    referrers: rows
      .flatMap(({ referrer, views }) => (referrer === null || referrer === '' ? [] : [{ referrer, views }]))
      .slice(0, maxReferrersShown),
  };
}
