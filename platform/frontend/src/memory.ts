/** What this browser remembers. Storage may be forbidden or full: then it forgets, and nothing breaks. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`gradatim:${key}`);
  } catch {
    return null;
  }
}

/** Returns whether it was kept. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(`gradatim:${key}`, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`gradatim:${key}`);
  } catch {
    // nothing was kept, so nothing is left
  }
}
