-- Why money is given back, in the words of an employee; the credit note that lowers the price has it as well. Empty: none.
alter table refunds add column note text not null default '' check (length(note) <= 200);
alter table money_documents add column note text not null default '' check (note = '' or kind = 'credit-note');

-- Where a document was mailed, if not to the buyer.
alter table letters add column recipient text check (recipient is null or kind = 'documents');

-- The words of an employee may name the buyer: they are erased with the name.
create or replace function keep_money_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'money_documents' then
    if to_jsonb(new) - 'buyer' - 'note' = to_jsonb(old) - 'buyer' - 'note' and new.buyer->>'name' = '' and new.note = ''
      and exists (select from orders where id = old.order_id and name_erased_at is not null) then
      return new;
    end if;
  end if;
  raise exception 'a document that was issued cannot be changed' using errcode = 'restrict_violation';
end $$;
