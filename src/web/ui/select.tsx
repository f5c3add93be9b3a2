import { type ComponentProps, createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react';

/** An option; `icon` names a picture of styles/select.css, `unavailable` marks one without results. */
export type SelectOption = { id: string; label: string; icon?: string; unavailable?: boolean };

type Props = Omit<ComponentProps<'select'>, 'defaultValue' | 'children'> & {
  value: string;
  options: readonly SelectOption[];
};

export function Select({ value, options, className = '', ...rest }: Props) {
  const select = useFollowing<HTMLSelectElement>('value', value);
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

/** Whether the page already shows the last choice. Until then controls are ahead of it. */
export const SaysLastChoice = createContext((): boolean => true);

/** A ref for an uncontrolled control that follows later values, but neither on hydration nor with an outdated choice. */
export function useFollowing<Control extends HTMLInputElement | HTMLSelectElement>(
  property: 'value' | 'checked',
  value: string | boolean,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const saysLastChoice = useContext(SaysLastChoice);
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (shown.current === value || !saysLastChoice()) return;
    if (control.current) Object.assign(control.current, { [property]: value });
    shown.current = value;
  });
  return control;
}
