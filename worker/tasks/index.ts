export * from './task-errors';
export * from './task-actions';
export * from './task-service';
export * from './task-view';
export * from './wait-service';
export { taskActions, taskSchemas } from './schemas';
export { TemporalTaskActions } from './temporal-task-actions';
export { TemporalTaskService, type TaskServiceSettings } from './temporal-task-service';
export { TemporalWaitService } from './temporal-wait-service';
