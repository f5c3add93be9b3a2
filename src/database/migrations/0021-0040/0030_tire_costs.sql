-- Reads purchases and lists once instead of once for each tire: the figures read the costs of all of them.
create or replace view tire_costs as
select t.id as tire_id, round(100 * coalesce(bought.cost_net, listed.cost_net))::integer as cost_cents,
  case when bought.cost_net is not null then 'purchases' when listed.cost_net is not null then 'list' end as basis
from tires t
left join (
  select tire_id, sum(received * cost_net) / sum(received) as cost_net from purchase_lines
  where received > 0 and cost_net is not null group by tire_id
) bought on bought.tire_id = t.id
left join (select tire_id, min(cost_net) as cost_net from tire_sources where listed group by tire_id) listed
  on listed.tire_id = t.id;
