type SettingName = 'language' | 'branch' | 'single-keys' | 'signing-out';

/** Returns a setting of this device; null: not stored, or the browser blocks storage. */
export function readSetting(name: SettingName): string | null {
  try {
    return localStorage.getItem(`desk-${name}`);
  } catch {
    return null;
  }
}

export function storeSetting(name: SettingName, value: string): void {
  try {
    localStorage.setItem(`desk-${name}`, value);
  } catch {
    // If the browser blocks storage, the setting is lost when the page is closed.
  }
}
