export * from './task-problems';
export * from './task-actions';
export * from './task-retries';
export * from './task-service';
export {
	checkBeforeStart,
	checkInTime,
	startChecked,
	type StartedChecked,
	unlessBusy,
	withWarnings,
} from './start-checked';
export { TASK_STATUSES, type TaskStatus } from '../../workflows/task/statuses';
export * from './task-view';
export * from './waits';
export { syncLagSeconds, syncOverdueSeconds } from './task-progress';
export { endOf, failuresOf, shownEnd, shownProgress } from './task-end';
export { TemporalTaskService } from './temporal-task-service';
