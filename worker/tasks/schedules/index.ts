export { clockWarnings } from './clock-warnings';
export { nextTimes } from './next-times';
export { checkTiming, noSchedule } from './schedule-problems';
export type * from './schedule-service';
export { scheduleHas } from './search-schedules';
export { TemporalScheduleService } from './temporal-schedule-service';
