type Name = 'language' | 'branch' | 'single-keys';

/** Returns a setting that is stored on this device; null: none, or the browser stores nothing. */
export function readSetting(name: Name): string | null {
  try {
    return localStorage.getItem(`desk-${name}`);
  } catch {
    return null;
  }
}

export function storeSetting(name: Name, value: string): void {
  try {
    localStorage.setItem(`desk-${name}`, value);
  } catch {
    // A browser that stores nothing forgets the choice with the page.
  }
}
