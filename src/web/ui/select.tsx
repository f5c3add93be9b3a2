import type { ComponentProps } from 'react';
import { useFollowing } from './use-following.ts';

/** One choice of a select. `icon` names a picture of styles/select.css; what leads nowhere is `unavailable`, and says so. */
export type SelectOption = { id: string; label: string; icon?: string; unavailable?: boolean };

type Props = Omit<ComponentProps<'select'>, 'defaultValue' | 'children'> & {
  value: string;
  options: readonly SelectOption[];
};

/** The browser's own select; its list is styled where the browser lets it be. Uncontrolled, so that it works before any script. */
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
