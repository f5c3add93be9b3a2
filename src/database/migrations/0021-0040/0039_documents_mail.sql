-- A mail with invoices, credit notes or receipts that a person sends.
alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal', 'branch-order', 'branch-over', 'branch-withdrawal',
  'branch-transfer', 'delayed', 'changed', 'not-collected', 'branch-elsewhere', 'branch-unanswered', 'branch-not-collected',
  'fitting-moved', 'fitting-freed', 'fitting-missed', 'fitting-reminder', 'fitting-earlier', 'documents'));
