-- send_requested_at: an employee wants it sent before its cut-off, or sent again. answer_due_at: the cut-off after it was
-- sent, by which the supplier should have confirmed it.
alter table purchases
  add column send_requested_at timestamptz,
  add column answer_due_at timestamptz;

-- Set when a list of the supplier ended what was owed, so that an undo of the import can restore it.
alter table purchase_lines
  add column known_pieces integer not null default 0 check (known_pieces between 0 and ordered),
  add column known_import bigint;
