/** The longest time between two checks of a sync. While it lasts, a call may wait for its next attempt. */
export const LONGEST_INTERVAL_SECONDS = 24 * 3600;
