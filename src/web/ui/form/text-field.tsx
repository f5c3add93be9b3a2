import { type FieldValues, type Path, type RegisterOptions, useFormContext } from 'react-hook-form';
import { useTranslations } from '../../words.tsx';
import { errorCode, useFieldMessage } from './use-field-message.ts';

type Props<F extends FieldValues> = {
  name: Path<F>;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  optional?: boolean;
  /** Empty it is null; no longer shown it is left out. */
  nullable?: boolean;
  rows?: number;
};

type Unset<F extends FieldValues> = RegisterOptions<F, Path<F>>;

/** A labelled field of a form; its message stands below it and is tied to it. */
export function TextField<F extends FieldValues>(props: Props<F>) {
  const { name, label, hint, type = 'text', autoComplete, optional, nullable, rows } = props;
  const t = useTranslations('validation');
  const { register, trigger, formState } = useFormContext<F>();
  const message = useFieldMessage(errorCode(formState.errors, name), label);
  const id = `field-${name.replaceAll('.', '-')}`;
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ');
  const { ref, ...field } = register(
    name,
    nullable
      ? ({ setValueAs: (value) => (value === '' ? null : value), shouldUnregister: true } as Unset<F>)
      : undefined,
  );
  const attributes = {
    ...field,
    // React's onChange is the native input event; the rules run on the native change event.
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      ref(element);
      const changed = () => void trigger(name);
      element?.addEventListener('change', changed);
      return () => {
        ref(null);
        element?.removeEventListener('change', changed);
      };
    },
    id,
    autoComplete,
    'aria-required': optional ? undefined : true,
    'aria-invalid': message ? true : undefined,
    'aria-describedby': described || undefined,
    className: 'field',
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label} {optional && <span className="font-normal text-quiet">({t('optional')})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-s text-quiet">
          {hint}
        </p>
      )}
      {rows ? <textarea {...attributes} rows={rows} /> : <input {...attributes} type={type} />}
      {message && (
        <p id={`${id}-error`} className="mt-1 text-s font-semibold text-bad">
          {message}
        </p>
      )}
    </div>
  );
}
