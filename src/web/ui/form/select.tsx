import { type ComponentProps, createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react';

/** `icon`: name of a picture in styles/option-icons.css; `unavailable`: no tire has this value. */
export type SelectOption = { id: string; label: string; icon?: string; unavailable?: boolean };

type Props = Omit<ComponentProps<'select'>, 'defaultValue' | 'children'> & {
  value: string;
  options: readonly SelectOption[];
};

export function Select({ value, options, className = '', ...rest }: Props) {
  const select = useControlRef<HTMLSelectElement>('value', value);
  return (
    <select ref={select} defaultValue={value} className={`field ${className}`} {...rest}>
      {options.map(({ id, label, icon, unavailable }) => (
        <option key={id} value={id} data-icon={icon} data-unavailable={unavailable || undefined}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Returns whether the rendered list is that of the visitor's last choice. Until it is, the controls show the choice. A new list has a new function. */
export const IsListOfLastChoiceContext = createContext((): boolean => true);

/** Returns a ref for an uncontrolled control. Sets the control when `value` or the list changes, once the list is that of the last choice. Hydration does not set it. */
export function useControlRef<Control extends HTMLInputElement | HTMLSelectElement>(
  property: 'value' | 'checked',
  value: string | boolean,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const isListOfLastChoice = useContext(IsListOfLastChoiceContext);
  const applied = useRef({ value, isListOfLastChoice });
  useLayoutEffect(() => {
    const isNewValue = applied.current.value !== value;
    // Also if `value` is the same: the control may show a choice that the visitor made and undid before its list was rendered.
    const isNewList = applied.current.isListOfLastChoice !== isListOfLastChoice;
    if (!isNewValue && !isNewList) return;
    if (!isListOfLastChoice()) return;
    const mayOverwrite = isNewValue || !control.current?.matches(fieldInUse);
    if (control.current && mayOverwrite) {
      Object.assign(control.current, { [property]: value });
    }
    applied.current = { value, isListOfLastChoice };
  });
  return control;
}

/** A text that is being typed, or has an error message, is no choice yet. */
const fieldInUse = 'input:focus:not([type=checkbox]), [aria-invalid]';
