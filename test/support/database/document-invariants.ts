/** The money and pieces of each order. `open`: its invoices less its credit notes. All SQL of this file is independent of the shop's code. */
export const openOfOrder = `
  select o.id, o.number, o.status, o.total_cents,
    coalesce((select sum(case kind when 'invoice' then gross_cents when 'credit-note' then -gross_cents else 0 end)
      from money_documents where order_id = o.id), 0) as open,
    coalesce((select sum(amount_cents) from payment_ledger where order_id = o.id and kind = 'paid'), 0) as paid,
    (select count(*) from refunds where order_id = o.id) as refunds,
    coalesce((select sum(amount_cents) from refunds where order_id = o.id and state <> 'failed'), 0) as refunded,
    coalesce((select sum(count) from stock_holds where order_id = o.id and state = 'handed_over'), 0) as with_buyer,
    coalesce((select sum(count) from stock_holds where order_id = o.id and state = 'returned'), 0) as returned,
    coalesce((select sum(count) from order_lines where order_id = o.id), 0) as pieces
  from orders o where o.issues_documents`;

/** Each query selects descriptions of violations. */
export const documentInvariants: Record<string, string> = {
  'the numbers of documents have no gap, except numbers that were skipped after a restore': `
    with taken as (
      select kind as series, year, no as first_no, no as last_no from money_documents
      union all select series, year, first_no, last_no from skipped_documents)
    select s.series || ' ' || s.year || ': ' || s.last_no || ', ' || coalesce(sum(t.last_no - t.first_no + 1), 0) || ' taken'
    from document_series s left join taken t on t.series = s.series and t.year = s.year
    group by s.series, s.year, s.last_no
    having sum(t.last_no - t.first_no + 1) is distinct from s.last_no or max(t.last_no) <> s.last_no or min(t.first_no) <> 1`,
  'no document has a number that was skipped': `
    select d.number from money_documents d join skipped_documents s on s.series = d.kind and s.year = d.year
      and d.no between s.first_no and s.last_no`,
  'the days of documents rise with their numbers': `
    select number from (select number, issued_on, max(issued_on) over (partition by kind, year order by no) as latest
      from money_documents) d where issued_on < latest`,
  'the number of a document is of the year of its day': `
    select number || ' on ' || issued_on from money_documents where year <> extract(year from issued_on)`,
  'the lines of a document add up to it': `
    select d.number from money_documents d join money_document_lines l on l.document_id = d.id group by d.id
    having sum(l.net_cents) <> d.net_cents or sum(l.vat_cents) <> d.vat_cents or sum(l.gross_cents) <> d.gross_cents`,
  'the VAT of an invoice is calculated from its gross sum at each rate': `
    select d.number || ' at ' || l.vat_percent from money_documents d join money_document_lines l on l.document_id = d.id
    where d.kind = 'invoice' group by d.id, l.vat_percent
    having sum(l.vat_cents) <> round(sum(l.gross_cents) * l.vat_percent / (100 + l.vat_percent))`,
  'a credit note repeats the rate of the line that it credits': `
    select d.number || ' line ' || c.position from money_documents d join money_document_lines c on c.document_id = d.id
    left join money_document_lines l on l.document_id = d.credits_id and l.position = c.credits_position
    where d.kind = 'credit-note' and l.vat_percent is distinct from c.vat_percent`,
  'credit notes never exceed their invoice': `
    select i.number from money_documents i join money_documents c on c.credits_id = i.id group by i.id
    having sum(c.gross_cents) > i.gross_cents or sum(c.net_cents) > i.net_cents or sum(c.vat_cents) > i.vat_cents`,
  'each payment and refund at a branch has one receipt': `
    select l.id::text from payment_ledger l join orders o on o.id = l.order_id left join money_documents d on d.ledger_id = l.id
    where o.issues_documents and l.tender is not null
      and (d.id is null or d.gross_cents <> case l.kind when 'paid' then l.amount_cents else -l.amount_cents end)`,
  'a closed order has no open invoice, unless its buyer has tires': `
    select number || ': ' || open from (${openOfOrder}) o where status in ('cancelled', 'expired') and with_buyer = 0 and open <> 0`,
  'tires are invoiced when they are paid, and when they are handed over': `
    select number || ': ' || open || ' of ' || total_cents from (${openOfOrder}) o
    where refunds = 0 and returned = 0 and (paid >= total_cents and status in ('confirmed', 'ready') and pieces > 0
      or with_buyer = pieces and pieces > 0) and open <> total_cents`,
  'an order is never invoiced for more than its total, or for nothing that was paid or handed over': `
    select number || ': ' || open || ' of ' || total_cents from (${openOfOrder}) o
    where open > total_cents or open > 0 and paid = 0 and with_buyer = 0`,
  'an order owes money only for tires that its buyer has': `
    select number || ': ' || open || ' invoiced, ' || (paid - refunded) || ' paid' from (${openOfOrder}) o
    where open > paid - refunded and with_buyer = 0`,
};
