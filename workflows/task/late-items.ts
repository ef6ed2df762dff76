/**
 * An item may appear in its list some time after the time that it bears, and the clock of a service may be behind. What is
 * read step by step takes no item as complete that is younger than this. Milliseconds.
 */
export const LATE_MS = 10 * 60_000;
