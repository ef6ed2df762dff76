export * from './task-errors';
export * from './task-service';
export * from './task-view';
export * from './wait-service';
export { taskSchemas } from './schemas';
export { TemporalTaskService, type TaskServiceSettings } from './temporal-task-service';
export { TemporalWaitService } from './temporal-wait-service';
