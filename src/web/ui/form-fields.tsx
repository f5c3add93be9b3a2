import type { ReactNode } from 'react';
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
import type { FieldCode } from '../../shop/plain-text.ts';

type Props<F extends FieldValues> = {
  name: Path<F>;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  optional?: boolean;
  /** Null when empty, absent when not shown. */
  nullable?: boolean;
  rows?: number;
};

type Unset<F extends FieldValues> = RegisterOptions<F, Path<F>>;

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
      <FieldError id={`${id}-error`} message={message} />
    </div>
  );
}

export type Choice = { id: string; label: ReactNode; detail?: ReactNode };

type ChoicesProps<F extends FieldValues> = {
  name: Path<F>;
  legend: string;
  choices: readonly Choice[];
  columns?: boolean;
};

export function Choices<F extends FieldValues>({ name, legend, choices, columns }: ChoicesProps<F>) {
  const { register, setValue, watch, formState } = useFormContext<F>();
  const message = useFieldMessage(errorCode(formState.errors, name), legend);
  const id = `field-${name}`;
  const chosen = watch(name);
  const { ref, onBlur } = register(name);
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may be one (ARIA in HTML)
      role="radiogroup"
      aria-required
      aria-invalid={message ? true : undefined}
      aria-describedby={message ? `${id}-error` : undefined}
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-3 ${columns ? 'sm:grid-cols-2' : ''}`}>
        {choices.map((choice, i) => (
          <label
            key={choice.id}
            className="flex cursor-pointer gap-3 rounded-sm border border-edge bg-sheet p-4 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)]"
          >
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
      <FieldError id={`${id}-error`} message={message} />
    </fieldset>
  );
}

export function FieldError({ id, message, role }: { id: string; message: string | null; role?: 'alert' }) {
  return (
    message && (
      <p id={id} role={role} className="mt-1 text-s font-semibold text-bad">
        {message}
      </p>
    )
  );
}

const worded = ['required', 'email', 'phone', 'plate', 'hidden', 'link', 'minLength', 'maxLength', 'integer'] as const;

/** The message of a field's error code, or `{field} is not valid`. */
export function useFieldMessage(code: string | undefined, field: string): string | null {
  const t = useTranslations('validation');
  if (!code) return null;
  const known = worded.find((word) => word === (code as FieldCode));
  return known ? t(known) : t('default', { field });
}

export function errorCode<F extends FieldValues>(errors: FieldErrors<F>, path: Path<F>): string | undefined {
  return (get(errors, path) as { message?: string } | undefined)?.message;
}
