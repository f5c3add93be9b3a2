import type { ComponentProps } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components';

type Props = ComponentProps<typeof TextField> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  inputMode?: 'text' | 'decimal' | 'numeric' | 'tel' | 'email';
  placeholder?: string;
};

export function Field({ label, error, hint, inputMode, placeholder, autoFocus, ...props }: Props) {
  return (
    <TextField {...props} isInvalid={error !== undefined} className="grid content-start gap-1">
      <Label className="text-s text-quiet">{label}</Label>
      <Input
        inputMode={inputMode}
        placeholder={placeholder}
        autoFocus={autoFocus}
        className="min-h-12 w-full min-w-0 rounded-md border-2 border-edge bg-sheet px-3 text-m data-invalid:border-bad"
      />
      {hint && <p className="text-s text-quiet">{hint}</p>}
      {error && <FieldError className="text-s text-bad">{error}</FieldError>}
    </TextField>
  );
}
