import type { ReactNode } from 'react';
import { type FieldValues, type Path, type PathValue, useFormContext } from 'react-hook-form';
import { errorCode, useFieldMessage } from './use-field-message.ts';

export type Choice = { id: string; label: ReactNode; detail?: ReactNode };

type Props<F extends FieldValues> = { name: Path<F>; legend: string; choices: readonly Choice[]; columns?: boolean };

/** One of several, as large radio buttons. */
export function Choices<F extends FieldValues>({ name, legend, choices, columns }: Props<F>) {
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
      {message && (
        <p id={`${id}-error`} className="mt-1 text-s font-semibold text-bad">
          {message}
        </p>
      )}
    </fieldset>
  );
}
