import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react';

/** Whether what the page says is what was chosen last. Until it is, controls are ahead of the page. */
export const SaysLastChoice = createContext((): boolean => true);

/**
 * The ref of an uncontrolled control whose `property` follows a value that changes without it, as a link does; it stays the same one, for
 * it may have the focus. Not at first: what was chosen before any script must not be lost. Nor with an earlier choice that comes in when
 * another has been made since.
 */
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
