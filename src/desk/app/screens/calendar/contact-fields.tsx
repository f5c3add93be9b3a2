import type { Refused } from '../../client/api.ts';
import { useTexts } from '../../client/texts.tsx';
import { Field } from '../../ui/field.tsx';
import { hasErrorAt } from '../../ui/problem.tsx';

/** The customer of a booking. Empty strings: not known. */
export type Contact = { plate: string; name: string; phone: string; note: string };

type Props = {
  contact: Contact;
  onChange: (change: Partial<Contact>) => void;
  refused: Refused | null;
};

export const hasNameOrPlate = ({ plate, name }: Contact): boolean => plate.trim() !== '' || name.trim() !== '';

export function ContactFields({ contact, onChange, refused }: Props) {
  const t = useTexts('calendar');
  const field = (name: keyof Contact, inputMode: 'text' | 'tel' = 'text') => (
    <Field
      label={t(`label.${name}`)}
      value={contact[name]}
      onChange={(value) => onChange({ [name]: value })}
      inputMode={inputMode}
      autoFocus={name === 'plate'}
      error={hasErrorAt(refused, name) ? t('new.checkField') : undefined}
    />
  );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {field('plate')}
      {field('name')}
      {field('phone', 'tel')}
      {field('note')}
    </div>
  );
}

export function NameOrPlateMissing() {
  const t = useTexts('calendar');
  return (
    <p role="alert" className="font-semibold text-bad">
      {t('new.nameOrPlate')}
    </p>
  );
}
