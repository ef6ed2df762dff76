/** The type of a failure that only means: look again later. It never reaches a caller. */
export const NOT_YET = 'not_yet';

/** The type of the failure of a task whose own time is over; also its last stage. */
export const TIMED_OUT = 'timed_out';

/** The type of the failure of a task that was cancelled and tells what it has done until then; also its last stage. */
export const CANCELLED = 'cancelled';
