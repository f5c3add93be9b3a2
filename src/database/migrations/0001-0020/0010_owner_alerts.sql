-- What the owner was last told of, by letter: each trouble at most once an hour.
create table owner_alerts (
  -- what kind of trouble, and of what: `price-list latakko`
  trouble text primary key,
  -- what the letter said; empty once the trouble is over, so that the next one is news
  told    text not null,
  told_at timestamptz not null
);
