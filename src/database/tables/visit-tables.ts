/** Views of a page on a day in Tallinn. `referrer`: the host of the linking site; empty: the shop itself, or none. */
export type PageViews = { day: string; page: string; referrer: string; views: number };
