import { useState } from 'react';
import type { CalendarBooking } from '../../../../shop/desk/calendar/calendar.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Problem } from '../../ui/problem.tsx';
import { customerOf } from './booking-line.tsx';
import { type Contact, ContactFields, hasNameOrPlate, NameOrPlateMissing } from './contact-fields.tsx';

type Props = { booking: CalendarBooking; onClose: () => void };

export function EditBooking({ booking, onClose }: Props) {
  const t = useTexts('calendar');
  const { id, plate, name, phone, note } = booking;
  // The version that the employee saw when the drawer opened; null after a refusal: the next attempt sends the newest.
  const [openedVersion, setOpenedVersion] = useState<number | null>(booking.version);
  const [changes, setChanges] = useState<Partial<Contact & { storage: boolean }>>({});
  const contact = { plate, name, phone, note, ...changes };
  const hasStoredSet = changes.storage ?? booking.storage;
  const [isSubmitted, setSubmitted] = useState(false);
  const { run, isBusy, refused } = useAct('edit-fitting');
  const save = async () => {
    setSubmitted(true);
    if (!hasNameOrPlate(contact)) return;
    const result = await run({ id, version: openedVersion ?? booking.version, ...contact, storage: hasStoredSet });
    if (result.ok) onClose();
    else setOpenedVersion(null);
  };
  return (
    <Drawer title={`${t('acts.edit')}: ${booking.time} ${customerOf(booking)}`} onClose={onClose}>
      <ContactFields contact={contact} onChange={(change) => setChanges({ ...changes, ...change })} refused={refused} />
      <Checkbox
        label={t('new.storage')}
        value={hasStoredSet}
        onChange={(storage) => setChanges({ ...changes, storage })}
      />
      {isSubmitted && !hasNameOrPlate(contact) && <NameOrPlateMissing />}
      <Problem refused={refused} />
      <div>
        <Button look="primary" onPress={save} isBusy={isBusy}>
          {t('edit.save')}
        </Button>
      </div>
    </Drawer>
  );
}
