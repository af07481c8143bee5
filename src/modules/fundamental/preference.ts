/** Whose figures stand for a company: the group's, those of a company without subsidiaries, the parent's alone. */
export const PREFERENCE: readonly string[] = ['consolidated', 'single', 'parent'];
