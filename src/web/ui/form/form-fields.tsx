import { createContext, type ReactNode, useContext } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  useFormContext,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';

type Props<F extends FieldValues> = {
  name: Path<F>;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  optional?: boolean;
  /** The value is null when the field is empty, and removed when the field is not rendered. */
  nullable?: boolean;
  rows?: number;
};

type FieldOptions<F extends FieldValues> = RegisterOptions<F, Path<F>>;

export function TextField<F extends FieldValues>(props: Props<F>) {
  const { name, label, hint, type = 'text', autoComplete, optional, nullable, rows } = props;
  const t = useTranslations('validation');
  const { register, trigger, formState } = useFormContext<F>();
  const code = errorCode(formState.errors, name);
  const id = fieldId(name);
  const describedBy = [hint && `${id}-hint`, code && `${id}-error`].filter(Boolean).join(' ');
  const { ref, ...field } = register(
    name,
    nullable
      ? ({ setValueAs: (value) => (value === '' ? null : value), shouldUnregister: true } as FieldOptions<F>)
      : undefined,
  );
  const attributes = {
    ...field,
    // The native `change` event: a field is checked when it loses the focus. React's onChange is the `input` event.
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      ref(element);
      const validate = () => void trigger(name);
      element?.addEventListener('change', validate);
      return () => {
        ref(null);
        element?.removeEventListener('change', validate);
      };
    },
    id,
    autoComplete,
    'aria-required': optional ? undefined : true,
    'aria-invalid': code ? true : undefined,
    'aria-describedby': describedBy || undefined,
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
      <FieldError field={name} code={code} label={label} />
    </div>
  );
}

export type Choice = { id: string; label: ReactNode; detail?: ReactNode };

type ChoicesProps<F extends FieldValues> = {
  name: Path<F>;
  legend: string;
  choices: readonly Choice[];
  columns: 2 | 3;
};

export function Choices<F extends FieldValues>({ name, legend, choices, columns }: ChoicesProps<F>) {
  const { register, setValue, watch, formState } = useFormContext<F>();
  const code = errorCode(formState.errors, name);
  const id = fieldId(name);
  const chosen = watch(name);
  const { ref, onBlur } = register(name);
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may be one (ARIA in HTML)
      role="radiogroup"
      aria-required
      aria-invalid={code ? true : undefined}
      aria-describedby={code ? `${id}-error` : undefined}
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-3 ${columns === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {choices.map((choice, i) => (
          <label key={choice.id} className="choice-card flex gap-3 p-3 sm:p-4">
            <input
              type="radio"
              id={i === 0 ? id : undefined}
              name={name}
              value={choice.id}
              ref={ref}
              onBlur={onBlur}
              checked={chosen === choice.id}
              onChange={() =>
                setValue(name, choice.id as PathValue<F, Path<F>>, { shouldValidate: true, shouldDirty: true })
              }
              className="choice"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{choice.label}</span>
              {choice.detail && <span className="block text-s text-quiet">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError field={name} code={code} label={legend} />
    </fieldset>
  );
}

export const fieldId = (field: string) => `field-${field.replaceAll('.', '-')}`;

/** Returns advice on how to correct a field with this error code; null if the error message is enough. */
export type Advise = (field: string, code: string) => string | null;

const AdviceContext = createContext<Advise>(() => null);

export const AdviceProvider = AdviceContext.Provider;

type ErrorProps = { field: string; code: string | undefined; label: string; role?: 'alert' | undefined };

export function FieldError({ field, code, label, role }: ErrorProps) {
  const message = useFieldMessage(code, label);
  const advice = useContext(AdviceContext)(field, code ?? '');
  return (
    message && (
      <p id={`${fieldId(field)}-error`} role={role} className="mt-1 text-s text-bad">
        <strong className="font-semibold">{message}</strong>
        {advice && `. ${advice}`}
      </p>
    )
  );
}

const codesWithText = [
  'required',
  'email',
  'phone',
  'plate',
  'regCode',
  'vatNumber',
  'hidden',
  'link',
  'minLength',
  'maxLength',
  'integer',
  'early',
  'taken',
] as const;

/** Returns the message of a field's error code; `{label} is not valid` for a code without a text. */
export function useFieldMessage(code: string | undefined, label: string): string | null {
  const t = useTranslations('validation');
  if (!code) return null;
  const knownCode = codesWithText.find((known) => known === code);
  return knownCode ? t(knownCode) : t('default', { field: label });
}

export function errorCode<F extends FieldValues>(errors: FieldErrors<F>, path: Path<F>): string | undefined {
  return (get(errors, path) as { message?: string } | undefined)?.message;
}
