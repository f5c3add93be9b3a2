-- Files of documents, written once, so that a new template never changes what was sent.
create table document_files (
  document_id bigint not null references money_documents,
  kind text not null check (kind in ('pdf', 'xml')),
  sha256 bytea not null,
  content bytea not null check (sha256 = sha256(content)),
  created_at timestamptz not null,
  primary key (document_id, kind)
);

-- They contain the name of the buyer, and are deleted when that is erased.
create function keep_document_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from money_documents d join orders o on o.id = d.order_id
    where d.id = old.document_id and o.name_erased_at is not null) then
    return old;
  end if;
  raise exception 'a file of a document that was issued cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger document_files_stay before update or delete on document_files
  for each row execute function keep_document_files();

-- The first mail to the buyer that had the document attached.
create table document_letters (
  document_id bigint primary key references money_documents,
  letter_id uuid not null references letters,
  sent_at timestamptz not null
);
