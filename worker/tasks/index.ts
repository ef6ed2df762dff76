export * from './task-problems';
export * from './task-actions';
export * from './task-retries';
export * from './task-service';
export * from './task-view';
export * from './waits';
export { syncLagSeconds, syncOverdueSeconds } from './task-progress';
export { endOf, shownEnd, shownProgress } from './task-end';
export { TemporalTaskService } from './temporal-task-service';
