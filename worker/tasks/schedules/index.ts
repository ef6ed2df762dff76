export { checkTiming } from './check-timing';
export type * from './schedule-service';
export { TemporalScheduleService } from './temporal-schedule-service';
